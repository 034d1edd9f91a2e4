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
        try await access.write(signals: false) { db in
            if text.isEmpty {
                try db.run("DELETE FROM drafts WHERE chat_id = ?", [chatID])
            } else {
                try db.run("REPLACE INTO drafts (chat_id, text) VALUES (?, ?)", [chatID, text.storable])
            }
        }
    }

    static func all(_ db: Database) throws -> [Draft] {
        try db.all("SELECT chat_id, text FROM drafts") { Draft(place: $0[0], text: $0[1]) }
    }
}
