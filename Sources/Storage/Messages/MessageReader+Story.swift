import Conversations
import GRDB

extension MessageReader {
    /// Returns the history of a message; `nil` if this device doesn't have the event or it is not shown.
    func story(of eventID: String, chatID: String) throws -> MessageStory? {
        guard let position = try position(ofEventID: eventID, chatID: chatID),
            let message = try window(chatID: chatID, before: position + 1, limit: 1).messages.first,
            message.message.eventID == eventID
        else { return nil }
        return MessageStory(
            message: message.message, versions: try versions(of: message.message, chatID: chatID),
            line: try LineStoryWriter(db: db).story(chatID: chatID, eventID: eventID),
            readers: try readers(from: position, chatID: chatID))
    }

    private func versions(of message: Message, chatID: String) throws -> [MessageVersion] {
        guard !message.isRemoved else { return [] }
        let sql = """
            SELECT event_id, timestamp, kind, body, formatted_body, source FROM messages
            WHERE \(Message.isEvent("= ?2"))
            UNION ALL
            SELECT * FROM (
                SELECT event_id, timestamp, kind, body, formatted_body, source FROM edits
                WHERE chat_id = ?1 AND target_id = ?2 AND sender = ?3 AND ?4
                ORDER BY timestamp, event_id)
            """
        let arguments = try StatementArguments.whole([chatID, message.eventID, message.sender, message.kind.isEditable])
        return try Row.fetchAll(db, sql: sql, arguments: arguments).map {
            MessageVersion(
                eventID: $0[0], timestamp: $0[1], kind: Message.Kind(stored: $0[2]), body: $0[3], formattedBody: $0[4],
                source: $0[5])
        }
    }

    private func readers(from position: Int64, chatID: String) throws -> [ReadReceipt] {
        let sql = """
            SELECT receipts.user_id, receipts.event_id, receipts.timestamp FROM receipts
            JOIN messages ON \(Message.isEvent("= receipts.event_id"))
            WHERE receipts.chat_id = ?1 AND messages.position >= ?2
            ORDER BY receipts.timestamp, receipts.user_id
            """
        return try Row.fetchAll(db, sql: sql, arguments: .whole([chatID, position])).map {
            ReadReceipt(userID: $0[0], eventID: $0[1], timestamp: $0[2])
        }
    }
}
