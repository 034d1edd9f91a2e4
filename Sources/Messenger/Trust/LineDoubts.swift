import Conversations

/// What is to be known of the lines of an encrypted chat.
struct LineDoubts: Hashable, Sendable {
    /// Of those that were encrypted.
    let byOrigin: [LineOrigin: LineDoubt]

    func doubt(of message: Message) -> LineDoubt? {
        if message.isSaidInClear { return .inClear }
        // As in most chats, and asked of each row.
        return byOrigin.isEmpty ? nil : message.origin.flatMap { byOrigin[$0] }
    }
}
