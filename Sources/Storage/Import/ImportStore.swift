package import Conversations
import GRDB

/// Imported chats. They exist on this device only, and no server knows them.
package final class ImportStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// Adds the messages that are not stored yet, and keeps the existing ones.
    ///
    /// - Parameters:
    ///   - place: the position after which these continue, if earlier messages came from the same file.
    ///   - now: the time in milliseconds since 1970. Later timestamps are limited to it.
    nonisolated(nonsending) package func add(
        _ imported: ImportedMessages, after place: Int64?, now: Int64
    ) async throws(StorageError) -> ImportedPart {
        try await access.write(durable: .withNext) { db in
            try ImportWriter(db: db, imported: imported, now: now).add(after: place)
        }
    }

    /// Deletes a chat.
    ///
    /// - Returns: the addresses of files that no imported chat references anymore.
    nonisolated(nonsending) package func remove(chatID: String) async throws(StorageError) -> [String] {
        try await access.write { db in
            let named = try Self.addresses(in: chatID, db)
            try ChatStore.remove(chatID, db)
            guard !named.isEmpty else { return [] }
            let sql = "SELECT id FROM chats WHERE id GLOB ?"
            let others = try db.all(sql, [Chat.importedPrefix + "*"], as: String.self)
            return Array(try others.reduce(into: named) { $0.subtract(try Self.addresses(in: $1, db)) })
        }
    }

    private static func addresses(in chatID: String, _ db: Database) throws -> Set<String> {
        let sql = """
            SELECT json_extract(source, '$.content.url') AS url FROM messages
            WHERE \(MessageRowID.isIn("?1")) AND kind <> 'relation' AND url IS NOT NULL
            """
        return try Set(db.all(sql, [chatID], as: String.self))
    }

    /// Waits until all added data is on the disk.
    ///
    /// - Returns: the chats in their current state.
    nonisolated(nonsending) package func finish(chatIDs: [String]) async throws(StorageError) -> [Chat] {
        try await access.write { db in
            // A transaction without a write would not wait for the disk.
            try db.run("UPDATE chats SET id = id WHERE id = ?", [chatIDs.first])
            return try ChatReader(db: db).chats(ids: chatIDs)
        }
    }
}
