package import Conversations
import GRDB

/// The lines that people sent and that no timeline shows yet, in order of acceptance.
package final class OutboxStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    package func all() throws(StorageError) -> [OutboxLine] {
        try access.read(Self.lines)
    }

    package func lines(chatID: String) throws(StorageError) -> [OutboxLine] {
        try access.read { db in
            let sql = "SELECT \(OutboxLine.columns) FROM outbox WHERE chat_id = ? ORDER BY seq"
            return try Row.fetchAll(db, sql: sql, arguments: [chatID]).map(OutboxLine.init)
        }
    }

    /// Returns once the line is on the disk for good, and with it gone what was drafted in the chat: never both, never
    /// neither. A line that was accepted before stays as it is.
    nonisolated(nonsending) package func accept(_ line: OutboxLine) async throws(StorageError) {
        try await access.write { db in
            try db.execute(
                sql: """
                    INSERT INTO outbox (\(OutboxLine.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO NOTHING
                    """,
                arguments: [
                    line.id, line.chatID, line.type, line.body.storable, line.isEmote, line.content, line.acceptedAt,
                    line.state.name, line.state.detail,
                ])
            try db.execute(sql: "DELETE FROM drafts WHERE chat_id = ?", arguments: [line.chatID])
        }
    }

    /// Answers with the line as it is now, or `nil` where it is no more: it was withdrawn, or its event had come before
    /// the server's answer and the timeline shows it.
    @discardableResult
    nonisolated(nonsending) package func setState(
        id: String, _ state: OutboxLine.State
    ) async throws(StorageError) -> OutboxLine? {
        try await access.write { db in
            try db.execute(
                sql: "UPDATE outbox SET state = ?, detail = ? WHERE id = ?", arguments: [state.name, state.detail, id])
            if case .sent(let eventID) = state {
                try db.execute(
                    sql: """
                        DELETE FROM outbox WHERE id = ? AND EXISTS (
                            SELECT 1 FROM messages WHERE chat_id = outbox.chat_id AND event_id = ?)
                        """,
                    arguments: [id, eventID])
            }
            let sql = "SELECT \(OutboxLine.columns) FROM outbox WHERE id = ?"
            return try Row.fetchOne(db, sql: sql, arguments: [id]).map(OutboxLine.init)
        }
    }

    /// The line is withdrawn.
    nonisolated(nonsending) package func remove(id: String) async throws(StorageError) {
        try await access.write { db in
            try db.execute(sql: "DELETE FROM outbox WHERE id = ?", arguments: [id])
        }
    }

    static func lines(_ db: Database) throws -> [OutboxLine] {
        try Row.fetchAll(db, sql: "SELECT \(OutboxLine.columns) FROM outbox ORDER BY seq").map(OutboxLine.init)
    }
}
