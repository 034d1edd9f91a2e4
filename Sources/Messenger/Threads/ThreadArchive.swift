import Conversations
import Storage

/// What is known of threads, on disk.
@MainActor
struct ThreadArchive {
    let disk: DiskQueue
    /// Of the account.
    let userID: String
    let messages: MessageStore

    /// Answers with ``ThreadEvent/unreadFound(_:chatID:)``.
    func findUnread(chatID: String) {
        disk.ask(nil) { [messages, userID] () -> [UnreadThread]? in
            try messages.unreadThreads(chatID: chatID, userID: userID)
        } then: { threads -> ThreadEvent? in
            threads.map { .unreadFound($0, chatID: chatID) }
        }
    }

    /// Answers with ``ThreadEvent/unreadFound(_:chatID:)`` for each chat in which something is new.
    func findAllUnread() {
        disk.ask([]) { [messages] in
            try messages.chatsWithThreads()
        } then: { [self] chatIDs -> ThreadEvent? in
            for chatID in chatIDs { findUnread(chatID: chatID) }
            return nil
        }
    }

    /// Answers with ``ThreadEvent/wasRead(chatID:_:)``.
    func keep(_ read: ThreadRead, chatID: String) {
        disk.attempt { [messages, queue = disk.queue] in
            let applied = try await messages.keep(read, chatID: chatID)
            await queue.post(ThreadEvent.wasRead(chatID: chatID, applied))
        }
    }
}
