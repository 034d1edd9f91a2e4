import Conversations
import GRDB

/// Reads parts of timelines within one snapshot. It never reads a whole chat, and the number of statements doesn't
/// depend on the number of messages.
struct MessageReader {
    let db: Database
    /// The root event of the thread to which windows are limited; `nil` for all messages.
    var threadID: String?

    func latestWindow(chatID: String, limit: Int) throws -> MessageWindow {
        let (messages, next) = try older(chatID: chatID, before: Int64.max, limit: limit)
        let start = next ?? beginning(of: messages)
        let gaps = try gaps(chatID: chatID, after: start, through: Int64.max, among: messages)
        return MessageWindow(
            messages: try MessageDecorator(db: db, chatID: chatID).decorate(messages), gaps: gaps,
            hasOlder: next != nil || gaps.first.map { $0.position <= messages.first?.position ?? Int64.max } ?? false,
            hasNewer: false, end: try newestPosition(chatID: chatID))
    }

    func window(chatID: String, before position: Int64, limit: Int) throws -> MessageWindow {
        let (messages, _) = try older(chatID: chatID, before: position, limit: limit)
        return try window(chatID: chatID, messages, beside: position)
    }

    func window(chatID: String, after position: Int64, limit: Int) throws -> MessageWindow {
        let (messages, _) = try newer(chatID: chatID, after: position, limit: limit)
        var window = try window(chatID: chatID, messages, beside: position)
        // The message at the position itself is not part of the window.
        if messages.isEmpty { window.hasNewer = false }
        return window
    }

    func window(chatID: String, around eventID: String, limit: Int) throws -> MessageWindow? {
        guard let position = try position(ofEventID: eventID, chatID: chatID) else { return nil }
        if threadID != nil {
            let (own, _) = try newer(chatID: chatID, after: position - 1, limit: 1)
            guard own.first?.message.eventID == eventID else { return nil }
        }
        let (before, _) = try older(chatID: chatID, before: position + 1, limit: limit / 2 + 1)
        let (after, _) = try newer(chatID: chatID, after: position, limit: max(limit - before.count, 0))
        return try window(chatID: chatID, before + after, beside: position)
    }

    /// Returns the position of an event, even if no window shows it.
    func position(ofEventID eventID: String, chatID: String) throws -> Int64? {
        let sql = "SELECT position FROM messages WHERE \(Message.isEvent("= ?2"))"
        return try db.value(sql, [chatID, eventID], as: Int64.self)
    }

    private static let listed = "SELECT event_id, position FROM messages WHERE \(Message.isOneOfListed)"

    /// Returns the positions of the events that this device has, with one statement.
    func positions(ofEventIDs eventIDs: [String], chatID: String) throws -> [String: Int64] {
        guard !eventIDs.isEmpty else { return [:] }
        var positions: [String: Int64] = [:]
        try db.each(Self.listed, [chatID, IdentifierList(eventIDs)]) { positions[$0[0]] = $0[1] }
        return positions
    }

    func receipts(chatID: String) throws -> [ReadReceipt] {
        let sql = "SELECT user_id, event_id, timestamp FROM receipts WHERE chat_id = ?"
        return try db.all(sql, [chatID]) {
            ReadReceipt(userID: $0[0], eventID: $0[1], timestamp: $0[2])
        }
    }

    func readPositions(chatID: String, threadID: String?) throws -> [String: Int64] {
        let receipts = threadID == nil ? "receipts" : "thread_receipts"
        let sql = """
            SELECT user_id, position FROM \(receipts)
            JOIN messages ON \(Message.isEvent("= \(receipts).event_id"))
            WHERE \(receipts).chat_id = ?1 \(threadID == nil ? "" : "AND thread_receipts.thread_id = ?2")
            """
        let places = [chatID] + (threadID.map { [$0] } ?? [])
        return Dictionary(uniqueKeysWithValues: try db.all(sql, places) { ($0[0] as String, $0[1] as Int64) })
    }

    private func older(
        chatID: String, before position: Int64, limit: Int
    ) throws -> (messages: [PlacedMessage], next: Int64?) {
        let sql = """
            SELECT position, \(Message.shownColumns) FROM \(Message.shownTables)
            WHERE \(MessageRowID.isBefore("?2", in: "?1")) AND \(isShown)
            ORDER BY messages.id DESC LIMIT ?3
            """
        let (messages, next) = try messages(sql, chatID, position, limit)
        return (messages.reversed(), next)
    }

    private func newer(
        chatID: String, after position: Int64, limit: Int
    ) throws -> (messages: [PlacedMessage], next: Int64?) {
        let sql = """
            SELECT position, \(Message.shownColumns) FROM \(Message.shownTables)
            WHERE \(MessageRowID.isAfter("?2", in: "?1")) AND \(isShown)
            ORDER BY messages.id LIMIT ?3
            """
        return try messages(sql, chatID, position, limit)
    }

    /// Reads up to `limit` messages. The position of one more is `next`.
    private func messages(
        _ sql: String, _ chatID: String, _ position: Int64, _ limit: Int
    ) throws -> (messages: [PlacedMessage], next: Int64?) {
        var messages: [PlacedMessage] = []
        var next: Int64?
        try db.each(sql, arguments(chatID, position, limit: max(limit, 0) + 1)) { row in
            if messages.count == max(limit, 0) {
                next = row[0]
            } else {
                messages.append(PlacedMessage(message: Message(row: row, at: 1), position: row[0]))
            }
        }
        return (messages, next)
    }

    /// Makes a window of messages with its gaps, and checks for messages on either side.
    ///
    /// - Parameter position: the position of an empty window.
    private func window(
        chatID: String, _ messages: [PlacedMessage], beside position: Int64
    ) throws -> MessageWindow {
        guard let first = messages.first?.position, let last = messages.last?.position else {
            return MessageWindow(
                messages: [], gaps: [],
                hasOlder: try neighbour(chatID: chatID, MessageRowID.isAtOrBefore, "DESC", position) != nil
                    || hasGap(chatID: chatID, through: position),
                hasNewer: try neighbour(chatID: chatID, MessageRowID.isAtOrAfter, "ASC", position) != nil)
        }
        let previous = try neighbour(chatID: chatID, MessageRowID.isBefore, "DESC", first)
        let hasNewer = try neighbour(chatID: chatID, MessageRowID.isAfter, "ASC", last) != nil
        let gaps = try gaps(
            chatID: chatID, after: previous ?? beginning(of: messages), through: hasNewer ? last : Int64.max,
            among: messages)
        return MessageWindow(
            messages: try MessageDecorator(db: db, chatID: chatID).decorate(messages), gaps: gaps,
            hasOlder: previous != nil || gaps.first?.position == first, hasNewer: hasNewer,
            end: hasNewer ? nil : try newestPosition(chatID: chatID))
    }

    /// Returns the position of the nearest shown message on one side of a position.
    private func neighbour(
        chatID: String, _ isThere: (String, String) -> String, _ order: String, _ position: Int64
    ) throws -> Int64? {
        let sql = """
            SELECT position FROM messages WHERE \(isThere("?2", "?1")) AND \(isShown)
            ORDER BY id \(order) LIMIT ?3
            """
        return try db.value(sql, arguments(chatID, position, limit: 1), as: Int64.self)
    }

    /// The SQL condition that a window shows a row of `messages`; the thread is the statement's fourth argument.
    private var isShown: String {
        guard threadID != nil else { return Message.isShownCondition }
        return """
            \(Message.isShownCondition) AND messages.id IN (
                SELECT id FROM messages WHERE chat_key = \(MessageRowID.key(of: "?1")) AND thread_id = ?4
                UNION ALL SELECT id FROM messages WHERE chat_key = \(MessageRowID.key(of: "?1")) AND event_id = ?4)
            """
    }

    private func arguments(_ chatID: String, _ position: Int64, limit: Int) -> [(any StatementValue)?] {
        let position = MessageRowID.bound(position)
        guard let threadID else { return [chatID, position, limit] }
        return [chatID, position, limit, threadID.storable]
    }

    /// Returns the position after which gaps count if nothing precedes the messages. A thread has no gap before its
    /// root message.
    private func beginning(of messages: [PlacedMessage]) -> Int64 {
        guard let first = messages.first, first.message.eventID == threadID else { return .min }
        return first.position
    }

    private func newestPosition(chatID: String) throws -> Int64? {
        let sql = """
            SELECT position FROM messages WHERE \(MessageRowID.isIn("?1")) ORDER BY id DESC LIMIT 1
            """
        return try db.value(sql, [chatID], as: Int64.self)
    }

    private func hasGap(chatID: String, through last: Int64) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM gaps WHERE chat_id = ? AND position <= ?)"
        return try db.value(sql, [chatID, last], as: Bool.self) ?? false
    }

    func newestGap(chatID: String, upTo position: Int64) throws -> TimelineGap? {
        let sql = """
            SELECT \(TimelineGap.columns) FROM gaps WHERE chat_id = ? AND position <= ?
            ORDER BY position DESC LIMIT 1
            """
        return try db.first(sql, [chatID, position]) {
            TimelineGap(row: $0)
        }
    }

    /// Returns the gaps. Each is at the first of the messages after it; a gap after all of them keeps its position.
    private func gaps(
        chatID: String, after first: Int64, through last: Int64, among messages: [PlacedMessage]
    ) throws -> [TimelineGap] {
        let sql = """
            SELECT \(TimelineGap.columns) FROM gaps WHERE chat_id = ? AND position > ? AND position <= ?
            ORDER BY position
            """
        var rest = messages[...]
        return try db.all(sql, [chatID, first, last]) { row in
            let anchor: Int64 = row[0]
            rest = rest.drop { $0.position < anchor }
            return TimelineGap(row: row, position: rest.first?.position)
        }
    }
}

/// Reads the current state of single messages.
extension MessageReader {
    /// Returns the shown messages among the events in their current state, oldest first.
    func shown(_ eventIDs: some Collection<String>, chatID: String) throws -> [PlacedMessage] {
        let sql = """
            SELECT position, \(Message.shownColumns) FROM \(Message.shownTables)
            WHERE \(Message.isOneOfListed) AND \(Message.isShownCondition)
            ORDER BY messages.id
            """
        let messages = try db.all(sql, [chatID, IdentifierList(eventIDs)]) {
            PlacedMessage(message: Message(row: $0, at: 1), position: $0[0])
        }
        return try MessageDecorator(db: db, chatID: chatID).decorate(messages)
    }

    /// Returns the events that have edits, reactions or poll replies.
    func related(_ eventIDs: some Collection<String>, chatID: String) throws -> Set<String> {
        let sql = """
            SELECT value FROM json_each(?2) AS new
            WHERE EXISTS (SELECT 1 FROM reactions WHERE chat_id = ?1 AND target_id = new.value)
                OR EXISTS (SELECT 1 FROM edits WHERE chat_id = ?1 AND target_id = new.value)
                OR EXISTS (SELECT 1 FROM poll_replies WHERE chat_id = ?1 AND target_id = new.value)
            """
        return try Set(db.all(sql, [chatID, IdentifierList(eventIDs)], as: String.self))
    }

    /// Whether a chat has edits, reactions or poll replies.
    func hasRelations(chatID: String) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM reactions WHERE chat_id = ?1) OR EXISTS (SELECT 1 FROM edits WHERE chat_id = ?1)
                OR EXISTS (SELECT 1 FROM poll_replies WHERE chat_id = ?1)
            """
        return try db.value(sql, [chatID], as: Bool.self) ?? false
    }
}

extension MessageReader {
    /// Returns the history of a message; `nil` if this device doesn't have the event or it is not shown.
    func story(of eventID: String, chatID: String) throws -> MessageInfo? {
        guard let position = try position(ofEventID: eventID, chatID: chatID),
            let message = try window(chatID: chatID, before: position + 1, limit: 1).messages.first,
            message.message.eventID == eventID
        else { return nil }
        return MessageInfo(
            message: message.message, versions: try versions(of: message.message, chatID: chatID),
            line: try LineHistoryWriter(db: db).story(chatID: chatID, eventID: eventID),
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
        return try db.all(sql, [chatID, message.eventID, message.sender, message.kind.isEditable]) {
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
        return try db.all(sql, [chatID, position]) {
            ReadReceipt(userID: $0[0], eventID: $0[1], timestamp: $0[2])
        }
    }
}
