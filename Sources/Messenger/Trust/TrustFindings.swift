import Conversations

/// What the disk has about whom one talks to.
struct TrustFindings: Hashable, Sendable {
    /// The lines that were asked about.
    var origins: Set<LineOrigin> = []
    /// Those of them of which there is something to say.
    var doubts: [LineOrigin: LineDoubt] = [:]
    /// People in the chat who are others than before.
    var changed: [ChangedIdentity] = []
    /// The position from which on the chat is encrypted, where the timeline shows that.
    var encryptedSince: Int64?
    /// Those who were asked about.
    var people: [String: PersonTrust] = [:]
}
