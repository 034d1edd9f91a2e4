/// The sort key of a chat across several lists: pinned chats first, then the newest first.
package struct ChatListRank: Hashable, Comparable, Sendable {
    package var isPinned = false
    /// Milliseconds since 1970.
    package var lastActivity: Int64 = 0

    package init(isPinned: Bool = false, lastActivity: Int64 = 0) {
        self.isPinned = isPinned
        self.lastActivity = lastActivity
    }

    /// Orders chats from top to bottom.
    package static func < (left: ChatListRank, right: ChatListRank) -> Bool {
        if left.isPinned != right.isPinned { return left.isPinned }
        return left.lastActivity > right.lastActivity
    }
}
