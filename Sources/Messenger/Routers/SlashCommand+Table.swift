import Engine
import MatrixAPI
import ViewModels

extension SlashCommand {
    /// The command's row in the only table of commands. The compiler finds a command without a row.
    package var row: CommandRow {
        switch self {
        case .ban: aboutMember(.words("command.ban"), .ban, rest: .reason)
        case .deop: aboutMember(.words("command.deop"), .give(0), rest: .ignored)
        case .help: CommandRow(.words("command.help"), everywhere: { $0.state.navigation.askForHelp() })
        case .invite:
            CommandRow(
                .words("command.invite"), argument: person(complaint: .words("command.invite-whom")),
                need: .power { $0.mayInvite ? nil : .mayNotInvite }, perform: { $0.invite($1) })
        case .join:
            CommandRow(
                .words("command.join"),
                argument: CommandArgument("#chat:example.org", complaint: .words("command.join-which")),
                perform: { $0.join($1) }, performInList: { $0.join($1) })
        case .kick: aboutMember(.words("command.kick"), .remove, rest: .reason)
        case .leave: CommandRow(.words("command.leave"), need: .membership, perform: { $0.leave($1) })
        case .list: CommandRow(.words("command.list"), everywhere: { $0.queue.post(RoomDirectoryEvent.opened) })
        case .me:
            CommandRow(
                .words("command.me"), argument: CommandArgument("waves", complaint: .words("command.me-what")),
                sendsMessage: true, perform: nil)
        case .nick:
            CommandRow(
                .words("command.nick"), argument: CommandArgument("name", complaint: .words("command.nick-which")),
                perform: { $0.rename($1) }, performInList: { $0.effects.commands.rename(to: $1) })
        case .op: aboutMember(.words("command.op"), .makeModerator, rest: .rank)
        case .poll:
            CommandRow(
                .words("command.poll"),
                argument: CommandArgument("question | answer | answer", complaint: .words("command.poll-what")),
                need: .power {
                    $0.denialReason(toSend: PollForm.unstable.startType, .empty) == nil ? nil : .mayNotAsk
                },
                sendsMessage: true, perform: { $0.startPoll($1) })
        case .quit: CommandRow(.words("command.quit"), everywhere: { $0.environment.quit() })
        case .send:
            CommandRow(
                .words("command.send"), argument: CommandArgument("path", complaint: .words("command.send-what")),
                need: .membership, sendsMessage: true, perform: { $0.sendFile($1) })
        case .share:
            CommandRow(
                .words("command.share"), need: .builtInServer, everywhere: { $0.queue.post(ShareEvent.opened) })
        case .space:
            CommandRow(
                .words("command.space"), argument: CommandArgument("name", complaint: .words("command.space-which")),
                need: .membership, perform: { $0.putIntoSpace($1) })
        case .topic:
            CommandRow(
                .words("command.topic"), argument: CommandArgument("text", complaint: .words("command.topic-what")),
                need: .power { $0.maySet("m.room.topic") ? nil : .mayNotSetTopic }, perform: { $0.setTopic($1) })
        case .unban: aboutMember(.words("command.unban"), .unban, rest: .reason)
        case .unspace:
            CommandRow(
                .words("command.unspace"),
                argument: CommandArgument("name", complaint: .words("command.unspace-which")),
                need: .membership, perform: { $0.takeFromSpace($1) })
        }
    }

    /// The row of a command that changes a member after a confirmation.
    private func aboutMember(_ title: String, _ act: MemberChange.Act, rest: MemberArgument.Rest) -> CommandRow {
        CommandRow(
            title, argument: person(complaint: .words("command.whom", ["command": name])), need: .membership,
            perform: { $0.changeMember($1, act, rest: rest) })
    }

    private func person(complaint: String) -> CommandArgument {
        CommandArgument("@bo:example.org", complaint: complaint)
    }
}
