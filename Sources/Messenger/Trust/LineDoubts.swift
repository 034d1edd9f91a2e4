import Conversations

/// What is to be known of the lines of an encrypted chat.
struct LineDoubts: Hashable, Sendable {
    /// Of those that were encrypted.
    let byOrigin: [LineOrigin: LineDoubt]

    /// The worse one, where the line and its edit came from different devices.
    func doubt(of message: Message) -> LineDoubt? {
        if message.isSaidInClear { return .inClear }
        // As in most chats, and asked of each row.
        return byOrigin.isEmpty ? nil : message.origins.compactMap { byOrigin[$0] }.max()
    }
}
