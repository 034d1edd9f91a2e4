package import Conversations

/// The messages of others in a chat after the account's read position, as far as this device has them.
package struct UnreadWords: Hashable, Sendable {
    /// The maximum number of messages per chat.
    static let limit = 1_000

    /// The messages, newest first.
    package let messages: [Message]
    /// Whether these are all unread messages.
    package let isWhole: Bool
    /// The account's display name in the chat.
    package let ownName: String?
}
