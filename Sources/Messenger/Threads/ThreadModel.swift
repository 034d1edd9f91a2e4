import Conversations

/// The known threads and their unread messages.
@MainActor
final class ThreadModel {
    private var unread: [String: [UnreadThread]] = [:]
    /// Chats in the order in which unread messages were found in them.
    private var order: [String] = []
    private var chatsWithThreads: Set<String> = []
    /// The furthest position reported as read, by thread.
    private var told: [String: Int64] = [:]
    /// The chat of the last requested list.
    private(set) var listedChatID: String?
    /// That list, sorted by the newest reply first; `nil` until it is read from disk.
    var listed: [ChatThread]?

    /// - Parameter chatID: the chat of these threads; `nil` for all chats.
    func set(_ known: KnownThreads, chatID: String?) {
        guard let chatID else {
            (chatsWithThreads, unread, order) = (known.chatIDs, known.unread, known.unread.keys.sorted())
            return
        }
        if known.chatIDs.contains(chatID) { chatsWithThreads.insert(chatID) } else { chatsWithThreads.remove(chatID) }
        unread[chatID] = known.unread[chatID]
        if unread[chatID] == nil {
            order.removeAll { $0 == chatID }
        } else if !order.contains(chatID) {
            order.append(chatID)
        }
    }

    func hasThreads(chatID: String) -> Bool { chatsWithThreads.contains(chatID) }

    /// Returns the threads of a chat with unread messages that the chat's notification level doesn't mute.
    func waiting(in chat: Chat) -> [UnreadThread] {
        guard chat.membership == .joined, let threads = unread[chat.id] else { return [] }
        return switch chat.notificationLevel {
        case .all: threads
        case .mentions: threads.filter(\.isMention)
        case .off: []
        }
    }

    /// The chats with unread messages in threads, the longest waiting first.
    var chatIDs: [String] { order }

    func list(chatID: String) { (listedChatID, listed) = (chatID, nil) }

    /// - Returns: whether it is further than the position reported before.
    func tell(_ position: Int64, threadID: String) -> Bool {
        guard position > told[threadID] ?? .min else { return false }
        told[threadID] = position
        return true
    }
}
