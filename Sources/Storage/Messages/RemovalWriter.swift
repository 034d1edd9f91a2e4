import Conversations
import GRDB

/// Removes the content of redacted messages of one chat, within a transaction. The oldest redaction counts. The
/// result doesn't depend on the order in which the message and its redactions arrive.
struct RemovalWriter {
    let db: Database
    let chatID: String

    struct Removal: Hashable {
        let eventID: String
        /// The redaction; `nil` if the server doesn't report it.
        let cause: MessageRemoval?
    }

    /// Removes the content of redacted messages, and deletes redacted edits and reactions. A redaction is kept until
    /// its target arrives.
    ///
    /// - Returns: the messages whose content was removed or whose redaction changed, and all events whose displayed
    ///   state changed.
    func remove(_ removals: [Removal]) throws -> (emptied: [String: Removal], changed: Set<String>) {
        for removal in removals { try store(removal) }
        let waiting = "SELECT EXISTS (SELECT 1 FROM removals WHERE chat_id = ?)"
        guard try db.value(waiting, [chatID], as: Bool.self) == true else { return ([:], []) }
        var emptied = try empty()
        // An edit may be stored without a position in the timeline.
        let edits = Set(try RelationWriter(db: db, chatID: chatID).edits(among: removals.map(\.eventID)))
        for removal in removals where edits.contains(removal.eventID) {
            emptied[removal.eventID] = emptied[removal.eventID] ?? removal
        }
        let eventIDs = Set(emptied.keys)
        let about = try RelationWriter(db: db, chatID: chatID).remove(eventIDs)
        let changed = eventIDs.union(about).union(try forgetReasons(of: eventIDs))
        for (eventID, removal) in emptied {
            guard var cause = removal.cause, eventIDs.contains(cause.eventID) else { continue }
            cause.reason = nil
            emptied[eventID] = Removal(eventID: eventID, cause: cause)
        }
        try db.run(
            """
            DELETE FROM removals WHERE chat_id = ?1 AND EXISTS (
                SELECT 1 FROM messages WHERE \(Message.isEvent("= removals.event_id")))
            """, [chatID])
        return (emptied, changed)
    }

    private func store(_ removal: Removal) throws {
        let sql = """
            INSERT INTO removals AS old (chat_id, event_id, removal_id, removed_by, removed_at, removal_reason)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (chat_id, event_id) DO UPDATE SET
                removal_id = excluded.removal_id, removed_by = excluded.removed_by, removed_at = excluded.removed_at,
                removal_reason = excluded.removal_reason
            WHERE \(Self.counts("excluded", over: "old"))
            """
        let cause = removal.cause
        try db.run(
            sql,
            [
                chatID, removal.eventID, cause?.eventID, cause?.sender, cause?.timestamp, cause?.reason,
            ])
    }

    private func empty() throws -> [String: Removal] {
        let sql = """
            UPDATE messages SET body = '', event_type = NULL, formatted_body = NULL, subject_name = NULL, source = '{}',
                is_removed = 1, reply_to = NULL, edit_id = NULL, mentions = NULL,
                removal_id = new.removal_id, removed_by = new.removed_by,
                removed_at = new.removed_at, removal_reason = new.removal_reason
            FROM removals AS new
            WHERE new.chat_id = ?1 AND messages.id = (SELECT id FROM messages WHERE \(Message.isEvent("= new.event_id")))
                AND (messages.is_removed = 0 OR \(Self.counts("new", over: "messages")))
            RETURNING event_id, removal_id, removed_by, removed_at, removal_reason
            """
        let removals = try db.all(sql, [chatID]) { Removal(eventID: $0[0], cause: MessageRemoval(row: $0, at: 1)) }
        for removal in removals { try UndecryptedEventWriter(db: db, chatID: chatID).forget(removal.eventID) }
        return Dictionary(removals.map { ($0.eventID, $0) }) { first, _ in first }
    }

    /// Deletes the reasons of redactions that were redacted themselves.
    ///
    /// - Returns: the events that these redactions removed.
    private func forgetReasons(of redactions: Set<String>) throws -> Set<String> {
        var removed: Set<String> = []
        for redaction in redactions {
            for (table, isOfChat) in [
                ("messages", "chat_key = \(MessageRowID.key(of: "?1"))"), ("removals", "chat_id = ?1"),
            ] {
                let sql = """
                    UPDATE \(table) SET removal_reason = NULL
                    WHERE \(isOfChat) AND removal_id = ?2 AND removal_reason IS NOT NULL RETURNING event_id
                    """
                removed.formUnion(try db.all(sql, [chatID, redaction], as: String.self))
            }
        }
        return removed
    }

    /// Returns the SQL condition that one redaction replaces another: it is older, or is the same one after its
    /// reason was removed.
    private static func counts(_ new: String, over old: String) -> String {
        """
        (\(new).removal_id IS NOT NULL AND (\(old).removal_id IS NULL
            OR (\(new).removed_at, \(new).removal_id) < (\(old).removed_at, \(old).removal_id)
            OR (\(new).removal_id = \(old).removal_id AND \(new).removal_reason IS NULL
                AND \(old).removal_reason IS NOT NULL)))
        """
    }
}

extension MessageRemoval {
    /// - Returns: `nil` if the row has no redaction.
    init?(row: ResultRow, at index: Int) {
        guard let eventID: String = row[index], let sender: String = row[index + 1] else { return nil }
        self.init(eventID: eventID, sender: sender, timestamp: row[index + 2] ?? 0, reason: row[index + 3])
    }
}
