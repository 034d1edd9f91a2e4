package import Conversations
import GRDB

extension MessageStore {
    /// The threads of a chat in which something is new to the account, the one with the oldest of that first.
    package func unreadThreads(chatID: String, userID: String) throws(StorageError) -> [UnreadThread] {
        try access.read { try ThreadReader(db: $0, chatID: chatID).unread(userID: userID) }
    }

    /// The chats in whose threads the account has yet to read, or has.
    package func chatsWithThreads() throws(StorageError) -> [String] {
        try access.read { try String.fetchAll($0, sql: "SELECT DISTINCT chat_id FROM thread_reads") }
    }

    /// Where what is new in a thread begins, `nil` where nobody told what was read in it.
    package func unread(of threadID: String, chatID: String, userID: String) throws(StorageError) -> UnreadPart? {
        try access.read { try ThreadReader(db: $0, chatID: chatID).unreadPart(of: threadID, userID: userID) }
    }

    /// A message as it looks now, `nil` where this device doesn't have it.
    package func message(_ eventID: String, chatID: String) throws(StorageError) -> PlacedMessage? {
        try access.read { try MessageReader(db: $0).shown([eventID], chatID: chatID).first }
    }

    /// The account has read in a thread.
    nonisolated(nonsending) package func keep(
        _ read: ThreadRead, chatID: String
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.read([read], chatID: chatID)
            return try writer.finish()
        }
    }
}
