import Conversations

/// The doubts about the messages of an encrypted chat.
struct LineDoubts: Hashable, Sendable {
    /// Doubts about encrypted messages.
    let byOrigin: [LineOrigin: LineDoubt]
    /// The position of the event that enabled encryption, if known. Unencrypted messages before it are
    /// no reason for doubt.
    var encryptedSince: Int64?

    /// Returns the worse doubt if the message and its edit came from different devices.
    ///
    /// - Parameter position: its position in the timeline, if known.
    func doubt(of message: Message, at position: Int64?) -> LineDoubt? {
        if message.isSaidInClear {
            guard let position, let encryptedSince, position < encryptedSince else { return .inClear }
            return nil
        }
        // Most chats have no doubts, and this is called for each row.
        return byOrigin.isEmpty ? nil : message.origins.compactMap { byOrigin[$0] }.max()
    }
}
