import Conversations
import MatrixAPI

/// Stored events that could not be decrypted before and now may be.
struct ArrivedEvents: Sendable {
    let chatID: String
    /// The decrypted events in their order, including those that still can't be decrypted.
    let events: [MatrixEvent]
    /// The resulting changes on disk.
    let applied: AppliedSlice
}
