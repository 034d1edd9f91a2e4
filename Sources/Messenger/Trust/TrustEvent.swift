import Conversations

/// Whom one talks to, as far as keys tell.
enum TrustEvent: RoutedEvent {
    /// Lines of the open chat came on screen.
    case shown(Set<LineOrigin>, chatID: String)
    /// Devices or identities of people are others than they were here.
    case changed
    /// Servers say that devices of people changed.
    case outdated
    /// What the disk answers; an answer for an opening that is over says nothing.
    case found(TrustFindings, opening: Int)
    /// The members of a chat are listed.
    case listed([String], chatID: String)
    case foundMembers([String: PersonTrust], chatID: String)
    /// A person takes people as they are now.
    case accepting([ChangedIdentity])
}
