package import Conversations
import GRDB

/// What files told of chats, in chats of their own that no server knows.
package final class ImportStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// Adds what is not here yet; what is stays as it is.
    ///
    /// - Parameters:
    ///   - place: behind which place of the chat these go on, where more of the same file came before.
    ///   - now: milliseconds since 1970. What claims to be said later was not.
    nonisolated(nonsending) package func add(
        _ imported: ImportedMessages, after place: Int64?, now: Int64
    ) async throws(StorageError) -> ImportedPart {
        try await access.write(durable: .withNext) { db in
            try ImportWriter(db: db, imported: imported, now: now).add(after: place)
        }
    }

    /// Forgets a chat.
    ///
    /// - Returns: the addresses of files that no chat of this kind names any more.
    nonisolated(nonsending) package func remove(chatID: String) async throws(StorageError) -> [String] {
        try await access.write { db in
            let named = try Self.addresses(in: chatID, db)
            try ChatStore.remove(chatID, db)
            guard !named.isEmpty else { return [] }
            let sql = "SELECT id FROM chats WHERE id GLOB ?"
            let others = try String.fetchAll(db, sql: sql, arguments: .whole([Chat.importedPrefix + "*"]))
            return Array(try others.reduce(into: named) { $0.subtract(try Self.addresses(in: $1, db)) })
        }
    }

    private static func addresses(in chatID: String, _ db: Database) throws -> Set<String> {
        let sql = """
            SELECT json_extract(source, '$.content.url') AS url FROM messages
            WHERE \(MessagePlace.isIn("?1")) AND kind <> 'relation' AND url IS NOT NULL
            """
        return try String.fetchSet(db, sql: sql, arguments: .whole([chatID]))
    }

    /// Returns once all that was added is on the disk itself.
    ///
    /// - Returns: the chats, as they are now.
    nonisolated(nonsending) package func finish(chatIDs: [String]) async throws(StorageError) -> [Chat] {
        try await access.write { db in
            // A transaction that writes nothing waits for no disk.
            try db.execute(sql: "UPDATE chats SET id = id WHERE id = ?", arguments: .whole([chatIDs.first]))
            return try ChatReader(db: db).chats(ids: chatIDs)
        }
    }
}
