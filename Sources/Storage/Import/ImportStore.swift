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
