import Conversations

/// What is to be known of the lines of an encrypted chat.
struct LineDoubts: Hashable, Sendable {
    /// Of those that were encrypted.
    let byOrigin: [LineOrigin: LineDoubt]
    /// The position of the event that encrypted the chat, where it is known: nothing is wrong with what came in clear before.
    var encryptedSince: Int64?

    /// The worse one, where the line and its edit came from different devices.
    ///
    /// - Parameter position: its place in the timeline, where that is known.
    func doubt(of message: Message, at position: Int64?) -> LineDoubt? {
        if message.isSaidInClear {
            guard let position, let encryptedSince, position < encryptedSince else { return .inClear }
            return nil
        }
        // As in most chats, and asked of each row.
        return byOrigin.isEmpty ? nil : message.origins.compactMap { byOrigin[$0] }.max()
    }
}
