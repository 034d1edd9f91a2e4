package import Conversations
package import ViewModels

/// The unread counts, for a status bar.
package struct UnreadSummary: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let chatID: String
        package let name: DisplayText
        package let unread: Int
        package let mentions: Int
    }

    /// The chats with unread messages, in the order of the list.
    package let entries: [Entry]

    package init(chats: [Chat]) {
        entries = chats.filter { $0.unreadCount > 0 }.map {
            Entry(
                chatID: $0.id, name: DisplayText(sanitizing: Naming.chat($0)), unread: $0.unreadCount,
                mentions: $0.highlightCount)
        }
    }

    package var total: Int { entries.reduce(0) { $0 + $1.unread } }

    package var mentions: Int { entries.reduce(0) { $0 + $1.mentions } }
}
