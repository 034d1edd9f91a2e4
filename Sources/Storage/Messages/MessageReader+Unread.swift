import Conversations
import GRDB

/// Where the unread begins, however far that is from the newest message.
extension MessageReader {
    /// - Returns: `nil` where nobody told what the person has read, and they said nothing.
    func unread(chatID: String, userID: String) throws -> UnreadPart? {
        let receipt = "SELECT event_id FROM receipts WHERE chat_id = ? AND user_id = ?"
        guard let read = try String.fetchOne(db.cachedStatement(sql: receipt), arguments: .whole([chatID, userID]))
        else {
            return try unreadAfterOwnWords(chatID: chatID, userID: userID)
        }
        guard let position = try position(ofEventID: read, chatID: chatID) else {
            return try unread(chatID: chatID, after: read, userID: userID)
        }
        // Who writes has read what stands above.
        let own = """
            SELECT event_id FROM messages
            WHERE chat_id = ? AND position > ? AND sender = ? AND \(Message.isShownCondition)
            ORDER BY position DESC LIMIT 1
            """
        let lastOwn = try String.fetchOne(db.cachedStatement(sql: own), arguments: .whole([chatID, position, userID]))
        return try unread(chatID: chatID, after: lastOwn ?? read, userID: userID)
    }

    private func unreadAfterOwnWords(chatID: String, userID: String) throws -> UnreadPart? {
        let own = """
            SELECT event_id FROM messages
            WHERE chat_id = ? AND sender = ? AND is_removed = 0 AND kind IN ('text', 'emote')
            ORDER BY position DESC LIMIT 1
            """
        let last = try String.fetchOne(db.cachedStatement(sql: own), arguments: .whole([chatID, userID]))
        return try last.map { try unread(chatID: chatID, after: $0, userID: userID) }
    }

    private func unread(chatID: String, after eventID: String, userID: String) throws -> UnreadPart {
        guard let position = try position(ofEventID: eventID, chatID: chatID) else {
            return UnreadPart(afterEventID: eventID, first: nil, firstEventID: nil, count: 0, isPlaced: false)
        }
        let unread = """
            FROM messages
            WHERE chat_id = ? AND position > ? AND sender <> ?
                AND sender NOT IN (SELECT user_id FROM ignored_people)
                AND kind IN ('text', 'emote', 'notice', 'encrypted')
            """
        let arguments = try StatementArguments.whole([chatID, position, userID])
        let first = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT position, event_id \(unread) ORDER BY position LIMIT 1"),
            arguments: arguments)
        let count =
            first == nil
            ? 0
            : try Int.fetchOne(
                db.cachedStatement(sql: "SELECT count(*) FROM (SELECT 1 \(unread) LIMIT \(UnreadPart.countLimit))"),
                arguments: arguments)
        return UnreadPart(
            afterEventID: eventID, first: first?[0], firstEventID: first?[1], count: count ?? 0, isPlaced: true)
    }
}
