import ViewModels

/// The slash commands. This is their only table: completion, parsing and the manual use it.
package enum SlashCommand: String, CaseIterable, Hashable, Sendable {
    case ban, deop, help, invite, join, kick, leave, list, me, nick, op, poll, quit, send, share, space, topic, unban,
        unspace

    /// The command as it is typed, as in `/invite`.
    package var name: String { "/" + rawValue }

    /// The argument as it is typed, as in `@bo:example.org`; empty if there is none.
    package var argument: String {
        switch self {
        case .help, .leave, .list, .quit, .share: ""
        case .ban, .deop, .invite, .kick, .op, .unban: "@bo:example.org"
        case .join: "#chat:example.org"
        case .me: "waves"
        case .nick, .space, .unspace: "name"
        case .poll: "question | answer | answer"
        case .send: "path"
        case .topic: "text"
        }
    }

    package var title: String {
        switch self {
        case .ban: .words("command.ban")
        case .deop: .words("command.deop")
        case .help: .words("command.help")
        case .invite: .words("command.invite")
        case .join: .words("command.join")
        case .kick: .words("command.kick")
        case .leave: .words("command.leave")
        case .list: .words("command.list")
        case .me: .words("command.me")
        case .nick: .words("command.nick")
        case .op: .words("command.op")
        case .poll: .words("command.poll")
        case .quit: .words("command.quit")
        case .send: .words("command.send")
        case .share: .words("command.share")
        case .space: .words("command.space")
        case .topic: .words("command.topic")
        case .unban: .words("command.unban")
        case .unspace: .words("command.unspace")
        }
    }

    /// The message for a missing argument.
    var complaint: String? {
        switch self {
        case .help, .leave, .list, .quit, .share: nil
        case .ban, .deop, .kick, .op, .unban: .words("command.whom", ["command": name])
        case .invite: .words("command.invite-whom")
        case .join: .words("command.join-which")
        case .me: .words("command.me-what")
        case .nick: .words("command.nick-which")
        case .poll: .words("command.poll-what")
        case .send: .words("command.send-what")
        case .space: .words("command.space-which")
        case .topic: .words("command.topic-what")
        case .unspace: .words("command.unspace-which")
        }
    }
}
