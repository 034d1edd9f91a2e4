import Conversations

/// Events about the identities of the people in chats.
enum TrustEvent: RoutedEvent {
    /// Messages of the open chat came on screen.
    case shown(Set<LineOrigin>, chatID: String)
    /// Devices or identities stored here changed.
    case changed
    /// The server reports that devices of people changed.
    case outdated
    /// The answer of the disk; an answer for an earlier opening is ignored.
    case found(TrustFindings, opening: Int)
    /// The member list of a chat is shown.
    case listed([String], chatID: String)
    case foundMembers([String: PersonTrust], chatID: String)
    /// The user accepts the changed identities of people.
    case accepting([ChangedIdentity])
}
