import Conversations
import Foundation
import GRDB

/// Stores when each outbox line was accepted, sent, and answered or refused, within the caller's transaction. The
/// history remains after the line has left the outbox.
struct LineHistoryWriter {
    let db: Database

    func begin(_ line: OutboxLine) throws {
        try db.run(
            """
            INSERT INTO line_stories (id, chat_id, accepted_at, kept_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING
            """, [line.id, line.chatID, line.acceptedAt, now])
    }

    func left(id: String) throws {
        try db.run("UPDATE line_stories SET left_at = coalesce(left_at, ?), tries = tries + 1 WHERE id = ?", [now, id])
    }

    /// Records the event of the line. Changes that wait for it can then be sent.
    func answered(id: String, eventID: String) throws {
        try db.run(
            "UPDATE line_stories SET event_id = ?, answered_at = coalesce(answered_at, ?) WHERE id = ?",
            [eventID, now, id])
        try db.run(
            "UPDATE outbox SET target_event_id = ?, target_line_id = NULL WHERE target_line_id = ?", [eventID, id])
    }

    func refused(id: String, reason: OutboxLineFailureReason) throws {
        try db.run(
            "UPDATE line_stories SET refused_at = ?, refusal = ? WHERE id = ?", [now, reason.stored.storable, id])
    }

    func end(id: String) throws {
        try db.run("DELETE FROM line_stories WHERE id = ?", [id])
    }

    func eventID(ofLine id: String) throws -> String? {
        try db.value("SELECT event_id FROM line_stories WHERE id = ?", [id], as: String.self)
    }

    func story(chatID: String, eventID: String) throws -> LineHistory? {
        let sql = "SELECT \(Self.columns) FROM line_stories WHERE chat_id = ? AND event_id = ?"
        return try db.first(sql, [chatID, eventID]) { LineHistory(row: $0) }
    }

    func story(lineID: String) throws -> LineHistory? {
        let sql = "SELECT \(Self.columns) FROM line_stories WHERE id = ?"
        return try db.first(sql, [lineID]) { LineHistory(row: $0) }
    }

    private static let columns = """
        id, accepted_at, kept_at, left_at, tries, answered_at, event_id, refused_at, refusal
        """

    private var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}

extension LineHistory {
    fileprivate init(row: ResultRow) {
        self.init(
            id: row[0], acceptedAt: row[1], keptAt: row[2], leftAt: row[3], tries: row[4], answeredAt: row[5],
            eventID: row[6], refusedAt: row[7],
            refusal: (row[8] as String?).map(OutboxLineFailureReason.init(stored:)))
    }
}
