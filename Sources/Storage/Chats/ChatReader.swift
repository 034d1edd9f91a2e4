import Conversations
import GRDB

/// Reads chats within one snapshot, by a number of statements that does not grow with how many there are.
struct ChatReader {
    let db: Database

    /// The chats that are joined or invited, newest activity first, and the names of who said the last thing in each.
    func list() throws -> (chats: [Chat], lastSenderNames: [String: String]) {
        let statement = try db.cachedStatement(
            sql: Self.select + " WHERE chats.membership <> 'left' ORDER BY chats.last_activity DESC, chats.id")
        return try chats(Row.fetchCursor(statement), heroesOf: "chats.membership <> 'left'", [])
    }

    /// The first of the list: those that are archived after all others, the pinned ones first, the newest first.
    func first(_ limit: Int) throws -> (chats: [Chat], lastSenderNames: [String: String]) {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id FROM chats WHERE membership <> 'left'
                ORDER BY is_archived, is_pinned DESC, last_activity DESC, id LIMIT ?
                """)
        return try named(ids: String.fetchAll(statement, arguments: [limit]))
    }

    /// Those that were left and in which something was said, newest activity first.
    func left(_ limit: Int) throws -> [Chat] {
        let sql = """
            SELECT id FROM chats WHERE membership = 'left' AND last_position IS NOT NULL
            ORDER BY last_activity DESC, id LIMIT ?
            """
        return try chats(ids: String.fetchAll(db, sql: sql, arguments: [limit]))
    }

    /// In the order of the identifiers; those that are not known are left out.
    func chats(ids: [String]) throws -> [Chat] { try named(ids: ids).chats }

    private func named(ids: [String]) throws -> (chats: [Chat], lastSenderNames: [String: String]) {
        guard !ids.isEmpty else { return ([], [:]) }
        let arguments = StatementArguments(ids)
        let list = "IN (\(databaseQuestionMarks(count: ids.count)))"
        let cursor = try Row.fetchCursor(db, sql: Self.select + " WHERE chats.id \(list)", arguments: arguments)
        let found = try chats(cursor, heroesOf: "chats.id \(list)", arguments)
        let byID = Dictionary(uniqueKeysWithValues: found.chats.map { ($0.id, $0) })
        return (ids.compactMap { byID[$0] }, found.lastSenderNames)
    }

    func members(chatID: String) throws -> [ChatMember] {
        let sql = """
            SELECT user_id, display_name, \(ContactReader.name(of: "members.user_id")), membership FROM members
            WHERE chat_id = ?
            """
        return try Row.fetchAll(db, sql: sql, arguments: [chatID]).map {
            ChatMember(userID: $0[0], displayName: $0[1], contactName: $0[2], membership: $0[3])
        }
    }

    func memberNames(chatID: String, userIDs: some Collection<String>) throws -> [String: String] {
        guard !userIDs.isEmpty else { return [:] }
        let sql = """
            SELECT user_id, display_name FROM members
            WHERE chat_id = ? AND user_id IN (\(databaseQuestionMarks(count: userIDs.count)))
                AND display_name IS NOT NULL
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: StatementArguments([chatID] + userIDs))
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as String) })
    }

    private static let select = """
        SELECT \(ChatRow.columns.split(separator: ", ").map { "chats.\($0)" }.joined(separator: ", ")),
            direct_chats.user_id, members.display_name, notification_levels.level,
            \(Message.shownColumns)
        FROM chats
        LEFT JOIN direct_chats ON direct_chats.chat_id = chats.id
        LEFT JOIN notification_levels ON notification_levels.chat_id = chats.id
        LEFT JOIN messages ON messages.chat_id = chats.id AND messages.position = chats.last_position
        \(Message.joinedEdit)
        LEFT JOIN members ON members.chat_id = chats.id AND members.user_id = messages.sender
        """

    private func chats(
        _ cursor: RowCursor, heroesOf condition: String, _ arguments: StatementArguments
    ) throws -> (chats: [Chat], lastSenderNames: [String: String]) {
        let heroes = try heroes(condition, arguments)
        var chats: [Chat] = []
        var names: [String: String] = [:]
        let next = ChatRow.columnCount
        while let row = try cursor.next() {
            var chat = ChatRow(row: row).chat
            chat.heroes = heroes[chat.id] ?? []
            chat.directUserID = row[next]
            names[chat.id] = row[next + 1]
            chat.notificationLevel = (row[next + 2] as String?).flatMap(NotificationLevel.init) ?? .all
            if !row.hasNull(atIndex: next + 3) { chat.lastMessage = Message(row: row, at: next + 3) }
            chats.append(chat)
        }
        return (chats, names)
    }

    private func heroes(_ condition: String, _ arguments: StatementArguments) throws -> [String: [ChatPerson]] {
        let sql = """
            SELECT heroes.chat_id, heroes.user_id, members.display_name, \(ContactReader.name(of: "heroes.user_id"))
            FROM chats JOIN heroes ON heroes.chat_id = chats.id
            LEFT JOIN members ON members.chat_id = heroes.chat_id AND members.user_id = heroes.user_id
            WHERE \(condition)
            ORDER BY heroes.chat_id, heroes.rank
            """
        let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
        var heroes: [String: [ChatPerson]] = [:]
        while let row = try rows.next() {
            heroes[row[0], default: []].append(ChatPerson(userID: row[1], displayName: row[2], contactName: row[3]))
        }
        return heroes
    }
}
