package import Conversations
import GRDB

extension MessageStore {
    /// What is known of a chat's threads, or of those of all chats.
    package func knownThreads(chatID: String? = nil, userID: String) throws(StorageError) -> KnownThreads {
        try access.read { try UnreadThreadReader(db: $0, userID: userID).known(chatID: chatID) }
    }

    /// A chat's threads with the newest answers, the newest first.
    package func threads(chatID: String, limit: Int) throws(StorageError) -> [ChatThread] {
        try access.read { try ThreadReader(db: $0, chatID: chatID).all(limit: limit) }
    }

    /// Where what is new in a thread begins, `nil` where nobody told what was read in it.
    package func unread(of threadID: String, chatID: String, userID: String) throws(StorageError) -> UnreadPart? {
        try access.read { try UnreadThreadReader(db: $0, userID: userID).part(of: threadID, chatID: chatID) }
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
