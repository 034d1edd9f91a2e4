package import Conversations

/// What others said in a chat after what the account has read there, as far as this device has it.
package struct UnreadWords: Hashable, Sendable {
    /// The most that are read of a chat.
    static let limit = 1_000

    /// The newest first.
    package let messages: [Message]
    /// Whether these are all.
    package let isWhole: Bool
    /// What the account is called in the chat.
    package let ownName: String?
}
