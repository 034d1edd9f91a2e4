package import Conversations
import GRDB

/// The drafts, one for each chat and each thread.
package final class DraftStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    package func all() throws(StorageError) -> [Draft] {
        try access.read(Self.all)
    }

    /// Replaces a draft; an empty text removes it.
    ///
    /// - Parameter chatID: the key of the draft, see ``Draft/place(chatID:threadID:)``.
    nonisolated(nonsending) package func set(chatID: String, text: String) async throws(StorageError) {
        try await access.write { db in
            if text.isEmpty {
                try db.execute(sql: "DELETE FROM drafts WHERE chat_id = ?", arguments: .whole([chatID]))
            } else {
                try db.execute(
                    sql: "REPLACE INTO drafts (chat_id, text) VALUES (?, ?)",
                    arguments: .whole([chatID, text.storable]))
            }
        }
    }

    static func all(_ db: Database) throws -> [Draft] {
        try Row.fetchAll(db, sql: "SELECT chat_id, text FROM drafts").map { Draft(place: $0[0], text: $0[1]) }
    }
}
