import Conversations

/// What is new in threads, as far as this device knows, and which there are.
@MainActor
final class ThreadModel {
    private var unread: [String: [UnreadThread]] = [:]
    /// Chats in the order in which something in them was found to be new.
    private var order: [String] = []
    private var chatsWithThreads: Set<String> = []
    /// The furthest place that was told to be read, by thread.
    private var told: [String: Int64] = [:]
    /// The chat whose threads were asked for last.
    private(set) var listedChatID: String?
    /// Those threads, the newest answers first; `nil` until the disk told them.
    var listed: [ChatThread]?

    /// - Parameter chatID: the chat that it is about; `nil` where that is all of them.
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

    /// The threads of a chat in which something is new of which a person wants to hear.
    func waiting(in chat: Chat) -> [UnreadThread] {
        guard chat.membership == .joined, let threads = unread[chat.id] else { return [] }
        return switch chat.notificationLevel {
        case .all: threads
        case .mentions: threads.filter(\.isMention)
        case .off: []
        }
    }

    /// The chats in which threads have something new, the one that waits longest first.
    var chatIDs: [String] { order }

    func list(chatID: String) { (listedChatID, listed) = (chatID, nil) }

    /// - Returns: whether it is further than what was told before.
    func tell(_ position: Int64, threadID: String) -> Bool {
        guard position > told[threadID] ?? .min else { return false }
        told[threadID] = position
        return true
    }
}
