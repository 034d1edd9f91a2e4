package import Conversations
import Engine
import MatrixAPI

/// Events of threads (client-server API, "Threading"). A thread is identified by its root event.
package enum ThreadEvent: RoutedEvent {
    /// The user opens a thread, or starts one.
    case opened(threadID: String, chatID: String)
    /// The user returns to the chat, at a message; without one, at the root message of the thread.
    case left(chatID: String, goingTo: String? = nil)
    /// The thread was read up to a message of another person.
    case read(PlacedMessage, threadID: String, chatID: String)
    /// The read position was stored on disk.
    case wasRead(chatID: String, AppliedSlice)
    /// New messages arrived in threads of a chat.
    case arrived(chatID: String)
    /// The threads were read from disk: those of one chat, or of all chats if `chatID` is `nil`.
    case found(KnownThreads, chatID: String?)
    /// The user opens the list of a chat's threads.
    case listing(chatID: String)
    /// The list of threads was read from disk, sorted by the newest reply first.
    case listed([ChatThread], chatID: String)
}

/// The known threads and their unread messages.
package struct ThreadModel {
    private var unread: [String: [UnreadThread]] = [:]
    /// See ``chatIDs``.
    private var order: [String] = []
    private var chatsWithThreads: Set<String> = []
    /// The furthest position reported as read, by thread.
    private var told: [String: Int64] = [:]
    /// The chat of the last requested list.
    package private(set) var listedChatID: String?
    /// That list, sorted by the newest reply first; `nil` until it is read from disk.
    package var listed: [ChatThread]?

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

    package func hasThreads(chatID: String) -> Bool { chatsWithThreads.contains(chatID) }

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

extension OutboxLine {
    /// The root event of the thread that the message belongs to; `nil` outside of threads.
    package var threadID: String? {
        guard purpose == .message, content.contains("m.thread"),
            let relation = (try? JSONValue(parsing: content))?["m.relates_to"],
            relation["rel_type"]?.string == "m.thread"
        else { return nil }
        return relation["event_id"]?.identifier
    }
}

/// The marks of threads on the rows of their chats.
package struct ThreadMarks: Equatable {
    /// The number of unread messages in threads, by chat.
    package let newCounts: [String: Int]
    /// The chats that have drafts in threads.
    package let chatsWithDrafts: Set<String>
}
