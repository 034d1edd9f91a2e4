package import Conversations
import GRDB

extension MessageStore {
    /// Returns the known threads of a chat, or of all chats.
    package func knownThreads(chatID: String? = nil, userID: String) throws(StorageError) -> KnownThreads {
        try access.read { try UnreadThreadReader(db: $0, userID: userID).known(chatID: chatID) }
    }

    /// Returns a chat's threads, ordered by their newest replies, newest first.
    package func threads(chatID: String, limit: Int) throws(StorageError) -> [ChatThread] {
        try access.read { try ThreadReader(db: $0, chatID: chatID).all(limit: limit) }
    }

    /// Returns the unread part of a thread; `nil` if no read position in it is known.
    package func unread(of threadID: String, chatID: String, userID: String) throws(StorageError) -> UnreadPart? {
        try access.read { try UnreadThreadReader(db: $0, userID: userID).part(of: threadID, chatID: chatID) }
    }

    /// Returns a message in its current state; `nil` if this device doesn't have it.
    package func message(_ eventID: String, chatID: String) throws(StorageError) -> PlacedMessage? {
        try access.read { try MessageReader(db: $0).shown([eventID], chatID: chatID).first }
    }

    /// Stores the account's read position in a thread.
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
