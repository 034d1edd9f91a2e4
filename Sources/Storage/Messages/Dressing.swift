import Conversations
import GRDB

/// Gives messages what is about them: their reactions, and what they answer. Two statements for any number of messages.
struct Dressing {
    let db: Database
    let chatID: String

    /// - Parameter messages: shown messages that follow each other, oldest first.
    func dress(_ messages: [PlacedMessage]) throws -> [PlacedMessage] {
        guard let first = messages.first?.position, let last = messages.last?.position else { return messages }
        let reactions = try reactions(from: first, through: last)
        let hasReplies = messages.contains { $0.message.replyTo != nil }
        let quoted = hasReplies ? try quoted(from: first, through: last) : [:]
        guard !reactions.isEmpty || !quoted.isEmpty else { return messages }
        return messages.map { placed in
            var message = placed.message
            message.reactions = reactions[message.eventID] ?? []
            message.quoted = message.replyTo.flatMap { quoted[$0] }
            return PlacedMessage(message: message, position: placed.position)
        }
    }

    /// By message. Who gives the same sign twice counts once (client-server API, "Event annotations and reactions").
    private func reactions(from first: Int64, through last: Int64) throws -> [String: [MessageReaction]] {
        let sql = """
            SELECT target_id, key, sender, event_id FROM reactions
            WHERE chat_id = ?1 AND target_id IN (
                SELECT event_id FROM messages
                WHERE chat_id = ?1 AND position BETWEEN ?2 AND ?3 AND \(Message.isShownCondition))
            ORDER BY timestamp, event_id
            """
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [chatID, first, last])
        var reactions: [String: [MessageReaction]] = [:]
        while let row = try rows.next() {
            let giver = MessageReaction.Giver(userID: row[2], eventID: row[3])
            reactions[row[0], default: []].add(giver, key: row[1])
        }
        return reactions
    }

    /// By event.
    private func quoted(from first: Int64, through last: Int64) throws -> [String: QuotedMessage] {
        let sql = """
            SELECT messages.event_id, messages.sender, coalesce(edits.body, messages.body), messages.is_removed
            FROM \(Message.shownTables)
            WHERE messages.chat_id = ?1 AND \(Message.isShownCondition) AND messages.event_id IN (
                SELECT reply_to FROM messages
                WHERE chat_id = ?1 AND position BETWEEN ?2 AND ?3 AND reply_to IS NOT NULL)
            """
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [chatID, first, last])
        var quoted: [String: QuotedMessage] = [:]
        while let row = try rows.next() {
            quoted[row[0]] = QuotedMessage(eventID: row[0], sender: row[1], body: row[2], isRemoved: row[3])
        }
        return quoted
    }
}

extension [MessageReaction] {
    fileprivate mutating func add(_ giver: MessageReaction.Giver, key: String) {
        guard let index = firstIndex(where: { $0.key == key }) else {
            append(MessageReaction(key: key, givers: [giver]))
            return
        }
        if self[index].eventID(of: giver.userID) == nil { self[index].givers.append(giver) }
    }
}
