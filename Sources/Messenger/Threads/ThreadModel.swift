import Conversations
import MatrixAPI

/// The known threads and their unread messages.
struct ThreadModel {
    private var unread: [String: [UnreadThread]] = [:]
    /// See ``chatIDs``.
    private var order: [String] = []
    private var chatsWithThreads: Set<String> = []
    /// The furthest position reported as read, by thread.
    private var told: [String: Int64] = [:]
    /// The chat of the last requested list.
    private(set) var listedChatID: String?
    /// That list, sorted by the newest reply first; `nil` until it is read from disk.
    var listed: [ChatThread]?

    /// - Parameter chatID: the chat of these threads; `nil` for all chats.
    mutating func set(_ known: KnownThreads, chatID: String?) {
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

    /// The chats with unread messages in threads, in the order in which these were found. Chats that were read
    /// from disk together come first, by identifier.
    var chatIDs: [String] { order }

    mutating func list(chatID: String) { (listedChatID, listed) = (chatID, nil) }

    /// - Returns: whether it is further than the position reported before.
    mutating func report(_ position: Int64, threadID: String) -> Bool {
        guard position > told[threadID] ?? .min else { return false }
        told[threadID] = position
        return true
    }
}

/// The thread of a message that replies to no message in it (client-server API, "Threading").
struct ThreadTarget: Hashable, Sendable {
    /// The root event of the thread.
    let id: String
    /// The newest known event of the thread, for clients without threads ("Fallback for unthreaded clients").
    let newest: String

    /// The relation of a line to its thread, if the line is not a reply.
    var relation: JSONValue {
        [
            "rel_type": "m.thread", "event_id": .string(id), "is_falling_back": true,
            "m.in_reply_to": ["event_id": .string(newest)],
        ]
    }
}

extension OutboxLine {
    /// The root event of the thread that the message belongs to; `nil` outside of threads.
    var threadID: String? {
        guard purpose == .message, content.contains("m.thread"),
            let relation = (try? JSONValue(parsing: content))?["m.relates_to"],
            relation["rel_type"]?.string == "m.thread"
        else { return nil }
        return relation["event_id"]?.identifier
    }
}

/// The marks of threads on the rows of their chats.
struct ThreadMarks: Equatable {
    /// The number of unread messages in threads, by chat.
    let newCounts: [String: Int]
    /// The chats that have drafts in threads.
    let chatsWithDrafts: Set<String>
}

extension SessionState {
    var threadMarks: ThreadMarks {
        ThreadMarks(newCounts: newInThreads, chatsWithDrafts: chatsWithDraftsInThreads)
    }

    /// Returns the threads of a chat with unread messages, except the open thread.
    func waitingThreads(chatID: String) -> [UnreadThread] {
        guard let chat = chatList.chats[chatID] else { return [] }
        return threads.waiting(in: chat).filter { chatID != timeline.chatID || $0.threadID != timeline.threadID }
    }

    /// The number of unread messages in threads, by chat; chats without any are left out.
    var newInThreads: [String: Int] {
        threads.chatIDs.reduce(into: [:]) { counts, chatID in
            let count = waitingThreads(chatID: chatID).reduce(0) { $0 + $1.count }
            if count > 0 { counts[chatID] = count }
        }
    }

    /// The chats with drafts in threads, except the draft that is open.
    var chatsWithDraftsInThreads: Set<String> {
        let open = composer.draftPlace
        return Set(chatList.threadDrafts.filter { $0 != open }.map { Draft(place: $0, text: "").chatID })
    }
}
