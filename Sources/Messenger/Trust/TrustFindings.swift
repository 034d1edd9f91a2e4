import Conversations

/// The stored facts about the identities of people in a chat.
struct TrustFindings: Hashable, Sendable {
    /// The queried message origins.
    var origins: Set<LineOrigin> = []
    /// The origins among them that have a doubt.
    var doubts: [LineOrigin: LineDoubt] = [:]
    /// People in the chat whose identity changed.
    var changed: [ChangedIdentity] = []
    /// The position from which the chat is encrypted, if the timeline has it.
    var encryptedSince: Int64?
    /// The queried people.
    var people: [String: PersonTrust] = [:]
}
