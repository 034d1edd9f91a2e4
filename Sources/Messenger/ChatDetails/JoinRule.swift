import ViewModels

/// The rule for joining a chat (client-server API, "m.room.join_rules").
package enum JoinRule: String, CaseIterable, Hashable, Sendable {
    /// Anybody may join.
    case open = "public"
    case knock
    case invite
    /// Members of other rooms may join, which a space sets up.
    case restricted
    case knockRestricted = "knock_restricted"
    case `private`

    /// The rules that the user may choose. Rules that depend on spaces are set in the space.
    static let choices: [JoinRule] = [.open, .knock, .invite]

    var title: DisplayText {
        switch self {
        case .open: .words("chat-details.anybody-joins")
        case .knock: .words("chat-details.who-asks-joins")
        case .invite: .words("chat-details.who-is-invited-joins")
        case .restricted: .words("chat-details.who-is-in-a-space-joins")
        case .knockRestricted: .words("chat-details.who-is-in-a-space-or-asks-joins")
        case .private: .words("chat-details.nobody-joins")
        }
    }
}
