import Conversations
import Engine
import Storage

/// Reads and writes threads on disk.
@MainActor
struct ThreadArchive {
    let disk: DiskQueue
    /// The account's Matrix ID.
    let userID: String
    let messages: MessageStore

    /// The most threads in a list.
    nonisolated private static let listLimit = 500

    /// Posts ``ThreadEvent/found(_:chatID:)``.
    ///
    /// - Parameter chatID: `nil` for all chats.
    func find(chatID: String?) {
        disk.ask(nil) { [messages, userID] () -> KnownThreads? in
            try messages.knownThreads(chatID: chatID, userID: userID)
        } then: { known -> ThreadEvent? in
            known.map { .found($0, chatID: chatID) }
        }
    }

    /// Posts ``ThreadEvent/listed(_:chatID:)``.
    func list(chatID: String) {
        disk.ask(nil) { [messages] () -> [ChatThread]? in
            try messages.threads(chatID: chatID, limit: Self.listLimit)
        } then: { threads -> ThreadEvent? in
            threads.map { .listed($0, chatID: chatID) }
        }
    }

    /// Posts ``ThreadEvent/wasRead(chatID:_:)``.
    func save(_ read: ThreadRead, chatID: String) {
        disk.attempt { [messages, queue = disk.queue] in
            let applied = try await messages.save(read, chatID: chatID)
            await queue.post(ThreadEvent.wasRead(chatID: chatID, applied))
        }
    }
}
