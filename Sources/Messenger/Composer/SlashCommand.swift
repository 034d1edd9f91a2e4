/// What can be asked for by a line that begins with a slash. The one table of them: what is offered while one types, what
/// is understood, and what the manual says come from it.
package enum SlashCommand: String, CaseIterable, Hashable, Sendable {
    case help, invite, leave, me, nick, quit, topic

    /// As it is typed, as in `/invite`.
    package var name: String { "/" + rawValue }

    /// What is typed behind it, as in `@bo:example.org`; empty where nothing is.
    package var argument: String {
        switch self {
        case .help, .leave, .quit: ""
        case .invite: "@bo:example.org"
        case .me: "waves"
        case .nick: "name"
        case .topic: "text"
        }
    }

    package var title: String {
        switch self {
        case .help: "Show all keys"
        case .invite: "Invite a person to this chat by Matrix ID"
        case .leave: "Leave this chat (asks first)"
        case .me: "Say what you do"
        case .nick: "Change the name that others see"
        case .quit: "Quit; a draft is kept"
        case .topic: "Say what this chat is about"
        }
    }

    /// What is missing where it stands alone.
    var complaint: String? {
        switch self {
        case .help, .leave, .quit: nil
        case .invite: "Whom? As in /invite @bo:example.org."
        case .me: "What do you do? As in /me waves."
        case .nick: "Which name? As in /nick Ana."
        case .topic: "What is it about? As in /topic Soil."
        }
    }
}
