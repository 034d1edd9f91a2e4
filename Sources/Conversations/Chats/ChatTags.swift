/// The account's tags of a chat, which place it in the chat list on all its devices (client-server API, "Room
/// Tagging").
package struct ChatTags: Hashable, Sendable {
    /// `m.favourite`.
    package var isPinned: Bool
    /// The order among the pinned chats: lower numbers come first, and a chat without a number comes last.
    package var pinOrder: Double?
    /// `m.lowpriority`.
    package var isArchived: Bool

    package init(isPinned: Bool = false, pinOrder: Double? = nil, isArchived: Bool = false) {
        self.isPinned = isPinned
        self.pinOrder = pinOrder
        self.isArchived = isArchived
    }
}
