import Conversations
import GRDB

/// Finds the first unread message, at any distance from the newest one.
extension MessageReader {
    /// - Returns: `nil` if no read position is known and it can't be derived from the stored history.
    func unread(chatID: String, userID: String) throws -> UnreadPart? {
        let read = try read(chatID: chatID, userID: userID)
        if let furthest = try read.compactMap({ try position(ofEventID: $0, chatID: chatID) }).max() {
            return try unread(chatID: chatID, after: furthest, userID: userID)
        }
        guard read.isEmpty else {
            return UnreadPart(after: nil, first: nil, firstEventID: nil, count: 0, isWhole: false)
        }
        guard let begin = try beginning(chatID: chatID, userID: userID) else { return nil }
        return try unread(chatID: chatID, after: begin, userID: userID)
    }

    /// Counts the unread messages of others, and returns those that may mention the account.
    ///
    /// - Parameter counted: the server's count. If the read position is unknown, this number of the newest messages
    ///   counts as unread.
    func unreadWords(chatID: String, userID: String, counted: Int) throws -> UnreadMessages {
        let read = try read(chatID: chatID, userID: userID)
        let furthest = try read.compactMap { try position(ofEventID: $0, chatID: chatID) }.max()
        // The account's own messages don't count as reading here, because a script may have sent them. If they count
        // for the server, its count reflects that.
        let begin =
            try furthest ?? (read.isEmpty ? beginning(chatID: chatID, userID: userID, isOwnWords: false) : nil)
        let limit = begin == nil ? min(counted, UnreadMessages.limit) : UnreadMessages.limit
        let values: [(any StatementValue)?] = [chatID, MessageRowID.bound(begin ?? .min), userID, limit]
        let counts = try db.first(Self.unreadCounts, values) { (all: $0[0] as Int, mayMention: $0[1] as Int) }
        let count = counts?.all ?? 0
        let mentioning =
            counts?.mayMention ?? 0 == 0 ? [] : try db.all(Self.mentioning, values) { Message(row: $0, at: 0) }
        let isWhole = try begin.map { try !hasGap(chatID: chatID, after: $0, through: .max) } ?? false
        let name = "SELECT display_name FROM members WHERE chat_id = ? AND user_id = ?"
        return UnreadMessages(
            count: count, mentioning: mentioning, isWhole: isWhole && count < limit,
            ownName: try db.value(name, [chatID, userID], as: String.self))
    }

    /// Selects the newest unread messages of others. One that doesn't state that it mentions nobody may mention the
    /// account. The arguments are the chat, the read position as a bound, the account and the number.
    private static let newestUnread = """
        SELECT messages.id AS message_id,
            iif(edits.body IS NULL, messages.mentions, edits.mentions) IS NOT '' AS may_mention
        FROM \(Message.shownTables)
        WHERE \(MessageRowID.isAfter("?2", in: "?1")) AND messages.sender <> ?3 AND messages.is_removed = 0
            AND messages.sender NOT IN (SELECT user_id FROM ignored_people)
            AND NOT EXISTS (
                SELECT 1 FROM thread_reads
                WHERE thread_reads.chat_id = ?1 AND thread_reads.thread_id = messages.thread_id
                    AND \(MessageRowID.isAtOrBefore("thread_reads.position", in: "?1")))
            AND \(Message.Kind.condition(\.countsAsUnread))
        ORDER BY messages.id DESC LIMIT ?4
        """

    private static let unreadCounts = "SELECT count(*), sum(may_mention) FROM (\(newestUnread))"

    private static let mentioning = """
        SELECT \(Message.shownColumns) FROM (\(newestUnread)) CROSS JOIN \(Message.shownTables)
        WHERE messages.id = message_id AND may_mention ORDER BY message_id DESC
        """

    /// Returns the events that the account marked as read on any device. The latest position among them is the read
    /// position.
    private func read(chatID: String, userID: String) throws -> [String] {
        let sql = """
            SELECT event_id FROM receipts WHERE chat_id = ?1 AND user_id = ?2
            UNION SELECT event_id FROM pending_receipts WHERE chat_id = ?1
            UNION SELECT fully_read_event_id FROM chats WHERE id = ?1 AND fully_read_event_id IS NOT NULL
            """
        return try db.all(sql, [chatID, userID], as: String.self)
    }

    /// Returns the position of the account's last message or its join, whichever is later. The join is searched only
    /// among the newest 5,000 messages. Without either, this is the beginning of the chat; `nil` if this device doesn't
    /// have it.
    ///
    /// - Parameter isOwnWords: whether the account's own messages count.
    private func beginning(chatID: String, userID: String, isOwnWords: Bool = true) throws -> Int64? {
        let own = try (isOwnWords ? [Self.lastOwnWords, Self.lastJoin] : [Self.lastJoin]).compactMap {
            try db.value($0, [chatID, userID], as: Int64.self)
        }
        if let last = own.max() { return last }
        let sql = """
            SELECT position - 1 FROM messages
            WHERE \(MessageRowID.isIn("?1")) AND NOT EXISTS (SELECT 1 FROM gaps WHERE chat_id = ?1)
            ORDER BY id LIMIT 1
            """
        return try db.value(sql, [chatID], as: Int64.self)
    }

    private static let lastOwnWords = """
        SELECT position FROM messages
        WHERE chat_key = \(MessageRowID.key(of: "?1")) AND sender = ?2 AND \(Message.isSaidByPersonCondition)
        ORDER BY id DESC LIMIT 1
        """

    private static let lastJoin = """
        SELECT position FROM (
            SELECT position, subject_id, subject_change FROM messages
            WHERE \(MessageRowID.isIn("?1")) AND \(Message.isShownCondition) ORDER BY id DESC LIMIT 5000)
        WHERE subject_id = ?2 AND subject_change = 'joined' ORDER BY position DESC LIMIT 1
        """

    private func unread(chatID: String, after position: Int64, userID: String) throws -> UnreadPart {
        let unread = """
            FROM messages
            WHERE \(MessageRowID.isAfter("?2", in: "?1")) AND sender <> ?3 AND thread_id IS NULL
                AND sender NOT IN (SELECT user_id FROM ignored_people)
                AND \(Message.Kind.condition(\.countsAsUnread))
            """
        let values: [(any StatementValue)?] = [chatID, MessageRowID.bound(position), userID]
        let first = try db.first("SELECT position, event_id \(unread) ORDER BY id LIMIT 1", values) {
            (position: $0[0] as Int64, eventID: $0[1] as String)
        }
        let count =
            first == nil
            ? 0
            : try db.value(
                "SELECT count(*) FROM (SELECT 1 \(unread) LIMIT \(UnreadPart.countLimit))", values, as: Int.self)
        let isWhole = try !hasGap(chatID: chatID, after: position, through: first?.position ?? Int64.max)
        return UnreadPart(
            after: position, first: isWhole ? first?.position : nil, firstEventID: isWhole ? first?.eventID : nil,
            count: count ?? 0, isWhole: isWhole)
    }

    private func hasGap(chatID: String, after position: Int64, through last: Int64) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM gaps WHERE chat_id = ? AND position > ? AND position <= ?)"
        return try db.value(sql, [chatID, position, last], as: Bool.self) ?? false
    }
}
