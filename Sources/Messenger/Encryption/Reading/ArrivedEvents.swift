import Conversations
import MatrixAPI

/// What could not be read when it came, and now can.
struct ArrivedEvents: Sendable {
    let chatID: String
    /// As they were before they were encrypted, in their order; those too that still can't be read.
    let events: [MatrixEvent]
    /// What that changed on disk.
    let applied: AppliedSlice
}
