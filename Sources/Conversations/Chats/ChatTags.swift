/// Where the account wants a chat in its list, on all its devices (client-server API, "Room Tagging").
package struct ChatTags: Hashable, Sendable {
    /// `m.favourite`.
    package var isPinned: Bool
    /// Among the pinned ones the lower comes first; one without a number comes last.
    package var pinOrder: Double?
    /// `m.lowpriority`.
    package var isArchived: Bool

    package init(isPinned: Bool = false, pinOrder: Double? = nil, isArchived: Bool = false) {
        self.isPinned = isPinned
        self.pinOrder = pinOrder
        self.isArchived = isArchived
    }
}
