import Conversations
import GRDB

/// Reads parts of timelines within one snapshot; never a whole chat.
struct MessageReader {
    let db: Database

    func latestWindow(chatID: String, limit: Int) throws -> MessageWindow {
        var (messages, hasOlder) = try older(chatID: chatID, before: Int64.max, limit: limit)
        let gaps = try gaps(chatID: chatID, from: messages.first?.position ?? Int64.min, through: Int64.max)
        hasOlder = hasOlder || gaps.first.map { $0.position <= messages.first?.position ?? Int64.max } ?? false
        return MessageWindow(messages: messages, gaps: gaps, hasOlder: hasOlder, hasNewer: false)
    }

    func window(chatID: String, before position: Int64, limit: Int) throws -> MessageWindow {
        let (messages, hasOlder) = try older(chatID: chatID, before: position, limit: limit)
        return try window(chatID: chatID, messages, hasOlder: hasOlder, hasNewer: nil, beside: position)
    }

    func window(chatID: String, after position: Int64, limit: Int) throws -> MessageWindow {
        let (messages, hasNewer) = try newer(chatID: chatID, after: position, limit: limit)
        return try window(chatID: chatID, messages, hasOlder: nil, hasNewer: hasNewer, beside: position)
    }

    func window(chatID: String, around eventID: String, limit: Int) throws -> MessageWindow? {
        guard let position = try position(ofEventID: eventID, chatID: chatID) else { return nil }
        let (before, hasOlder) = try older(chatID: chatID, before: position + 1, limit: limit / 2 + 1)
        let (after, hasNewer) = try newer(chatID: chatID, after: position, limit: max(limit - before.count, 0))
        return try window(
            chatID: chatID, before + after, hasOlder: hasOlder, hasNewer: hasNewer, beside: position)
    }

    func position(ofEventID eventID: String, chatID: String) throws -> Int64? {
        let sql = "SELECT position FROM messages WHERE chat_id = ? AND event_id = ?"
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [chatID, eventID])
    }

    func receipts(chatID: String) throws -> [ReadReceipt] {
        let sql = "SELECT user_id, event_id, timestamp FROM receipts WHERE chat_id = ?"
        return try Row.fetchAll(db, sql: sql, arguments: [chatID]).map {
            ReadReceipt(userID: $0[0], eventID: $0[1], timestamp: $0[2])
        }
    }

    func readPositions(chatID: String) throws -> [String: Int64] {
        let sql = """
            SELECT user_id, position FROM receipts
            JOIN messages ON messages.chat_id = receipts.chat_id AND messages.event_id = receipts.event_id
            WHERE receipts.chat_id = ?
            """
        let pairs = try Row.fetchAll(db, sql: sql, arguments: [chatID]).map { ($0[0] as String, $0[1] as Int64) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private func older(chatID: String, before position: Int64, limit: Int) throws -> ([PlacedMessage], Bool) {
        let sql = """
            SELECT position, \(Message.columns) FROM messages WHERE chat_id = ? AND position < ?
            ORDER BY position DESC LIMIT ?
            """
        let (messages, hasMore) = try messages(sql, chatID, position, limit)
        return (messages.reversed(), hasMore)
    }

    private func newer(chatID: String, after position: Int64, limit: Int) throws -> ([PlacedMessage], Bool) {
        let sql = """
            SELECT position, \(Message.columns) FROM messages WHERE chat_id = ? AND position > ?
            ORDER BY position LIMIT ?
            """
        return try messages(sql, chatID, position, limit)
    }

    /// Reads one more than asked for, to know whether there are more.
    private func messages(
        _ sql: String, _ chatID: String, _ position: Int64, _ limit: Int
    ) throws -> (messages: [PlacedMessage], hasMore: Bool) {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: sql), arguments: [chatID, position, max(limit, 0) + 1])
        var messages: [PlacedMessage] = []
        while messages.count <= limit, let row = try rows.next() {
            messages.append(PlacedMessage(message: Message(row: row, at: 1), position: row[0]))
        }
        guard messages.count > limit else { return (messages, false) }
        return (Array(messages.prefix(limit)), true)
    }

    /// Finds out what is not known yet of the window's surroundings.
    ///
    /// - Parameter position: where an empty window would be.
    private func window(
        chatID: String, _ messages: [PlacedMessage], hasOlder: Bool?, hasNewer: Bool?, beside position: Int64
    ) throws -> MessageWindow {
        let first = messages.first?.position ?? position
        let last = messages.last?.position ?? position
        let hasNewer = try hasNewer ?? exists(chatID: chatID, "position > ?", messages.isEmpty ? last - 1 : last)
        let hasMessage = try hasOlder ?? exists(chatID: chatID, "position < ?", messages.isEmpty ? first + 1 : first)
        let gaps = try gaps(chatID: chatID, from: first, through: hasNewer ? last : Int64.max)
        return MessageWindow(
            messages: messages, gaps: messages.isEmpty ? [] : gaps,
            hasOlder: hasMessage || gaps.first?.position == first, hasNewer: hasNewer)
    }

    private func exists(chatID: String, _ condition: String, _ position: Int64) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM messages WHERE chat_id = ? AND \(condition))"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [chatID, position]) ?? false
    }

    private func gaps(chatID: String, from first: Int64, through last: Int64) throws -> [TimelineGap] {
        let sql = """
            SELECT position, token FROM gaps WHERE chat_id = ? AND position BETWEEN ? AND ? ORDER BY position
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [chatID, first, last]).map {
            TimelineGap(position: $0[0], token: $0[1])
        }
    }
}
