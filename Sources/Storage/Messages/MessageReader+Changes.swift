import Conversations
import GRDB

/// Reads the current state of single messages.
extension MessageReader {
    /// Returns the shown messages among the events in their current state, oldest first.
    func shown(_ eventIDs: some Collection<String>, chatID: String) throws -> [PlacedMessage] {
        let sql = """
            SELECT position, \(Message.shownColumns) FROM \(Message.shownTables)
            WHERE \(Message.isOneOfListed) AND \(Message.isShownCondition)
            ORDER BY messages.id
            """
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: sql), arguments: .whole([chatID, IdentifierList(eventIDs)]))
        let messages = rows.map { PlacedMessage(message: Message(row: $0, at: 1), position: $0[0]) }
        return try MessageDecorator(db: db, chatID: chatID).decorate(messages)
    }

    /// Returns the events that have edits, reactions or poll replies.
    func related(_ eventIDs: some Collection<String>, chatID: String) throws -> Set<String> {
        guard try hasRelations(chatID: chatID) else { return [] }
        let sql = """
            SELECT value FROM json_each(?2) AS new
            WHERE EXISTS (SELECT 1 FROM reactions WHERE chat_id = ?1 AND target_id = new.value)
                OR EXISTS (SELECT 1 FROM edits WHERE chat_id = ?1 AND target_id = new.value)
                OR EXISTS (SELECT 1 FROM poll_replies WHERE chat_id = ?1 AND target_id = new.value)
            """
        return try String.fetchSet(db.cachedStatement(sql: sql), arguments: .whole([chatID, IdentifierList(eventIDs)]))
    }

    private func hasRelations(chatID: String) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM reactions WHERE chat_id = ?1) OR EXISTS (SELECT 1 FROM edits WHERE chat_id = ?1)
                OR EXISTS (SELECT 1 FROM poll_replies WHERE chat_id = ?1)
            """
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID])) ?? false
    }
}
