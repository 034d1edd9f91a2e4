import Conversations
import GRDB

/// Reads chats within one snapshot. The number of statements doesn't depend on the number of chats.
struct ChatReader {
    let db: Database

    /// Returns the joined and invited chats, newest activity first.
    func list() throws -> [Chat] {
        try withSharedNames(
            chats(where: "chats.membership <> 'left'", [], order: "ORDER BY chats.last_activity DESC, chats.id"))
    }

    /// Returns the first chats of the list: pinned chats first, archived ones last, each group by newest activity.
    func first(_ limit: Int) throws -> [Chat] {
        let sql = """
            SELECT id FROM chats WHERE membership <> 'left'
            ORDER BY is_archived, is_pinned DESC, last_activity DESC, id LIMIT ?
            """
        return try chats(ids: db.all(sql, [limit], as: String.self))
    }

    /// Returns the left chats with messages, newest activity first.
    func left(_ limit: Int) throws -> [Chat] {
        let sql = """
            SELECT id FROM chats WHERE membership = 'left' AND last_position IS NOT NULL
            ORDER BY last_activity DESC, id LIMIT ?
            """
        return try chats(ids: db.all(sql, [limit], as: String.self))
    }

    /// Returns the chats in the order of the identifiers, without the unknown ones.
    func chats(ids: [String]) throws -> [Chat] {
        var byID: [String: Chat] = [:]
        // The statement has a fixed number of parameters, because preparing it takes longer than running it.
        let size = ids.count == 1 ? 1 : Self.maxAtOnce
        for start in stride(from: 0, to: ids.count, by: size) {
            let asked = ids[start..<min(start + size, ids.count)]
            let padding = [String?](repeating: nil, count: size - asked.count)
            let values = asked.map(Optional.some) + padding
            let condition = "chats.id IN (\(databaseQuestionMarks(count: size)))"
            for chat in try chats(where: condition, values) { byID[chat.id] = chat }
        }
        return try withSharedNames(ids.compactMap { byID[$0] })
    }

    private static let maxAtOnce = 100

    func members(chatID: String) throws -> [ChatMember] {
        let sql = """
            SELECT user_id, display_name, \(ContactReader.name(of: "members.user_id")), membership FROM members
            WHERE chat_id = ?
            """
        return try db.all(sql, [chatID]) {
            ChatMember(userID: $0[0], displayName: $0[1], contactName: $0[2], membership: $0[3])
        }
    }

    /// Whether the newest message of a row of `chats` is after the account's read position, as SQL. The server doesn't
    /// count messages that cause no notification.
    private static let news = """
        CASE WHEN notification_levels.level IS NULL OR chats.last_position IS NULL THEN 0
        ELSE chats.last_position > ifnull((
            SELECT seen.position FROM messages AS seen
            WHERE seen.chat_key = \(MessageRowID.key(of: "chats.id")) AND seen.event_id = chats.fully_read_event_id
        ), \(Int64.min)) END
        """

    /// Whether the inviter of a row of `chats` is a member of one of the account's chats, as SQL.
    private static let isInviterKnown = """
        CASE WHEN chats.membership = 'invited' THEN EXISTS (
            SELECT 1 FROM chats AS others
            JOIN members ON members.chat_id = others.id AND members.user_id = chats.inviter_id
            WHERE others.membership = 'joined' AND members.membership = 'join')
        ELSE 0 END
        """

    /// Returns the member count of a row of `chats`, as SQL. If the server doesn't report it, the known members are
    /// counted: the account itself is one of the joined ones.
    private static func count(of membership: String, orElse column: String) -> String {
        """
        CASE WHEN chats.joined_count <= 0 AND chats.membership = 'joined' THEN (
            SELECT count(*) FROM members WHERE members.chat_id = chats.id AND members.membership = '\(membership)')
        ELSE chats.\(column) END
        """
    }

    private static let select = """
        SELECT \(ChatRow.columns(of: "chats.")),
            direct_chats.user_id, notification_levels.level, powers.levels, powers.creation, powers.creator,
            \(news),
            (SELECT display_name FROM members WHERE members.chat_id = chats.id AND members.user_id = messages.sender),
            \(ContactReader.name(of: "messages.sender")),
            \(isInviterKnown),
            \(ChatMember.isNameShared(by: "messages.sender", in: "chats.id")),
            \(count(of: "join", orElse: "joined_count")), \(count(of: "invite", orElse: "invited_count")),
            \(ContactReader.name(of: "chats.inviter_id")),
            \(Message.shownColumns)
        FROM chats
        LEFT JOIN direct_chats ON direct_chats.chat_id = chats.id
        LEFT JOIN notification_levels ON notification_levels.chat_id = chats.id
        LEFT JOIN powers ON powers.chat_id = chats.id
        LEFT JOIN messages ON messages.id = \(MessageRowID.origin(of: "chats.id")) + chats.last_position
        \(Message.joinedEdit(chat: "chats.id"))
        """

    private func chats(
        where condition: String, _ values: [(any StatementValue)?], order: String = ""
    ) throws -> [Chat] {
        let heroes = try heroes(condition, values)
        let next = ChatRow.columnCount
        var chats = try db.all("\(Self.select) WHERE \(condition) \(order)", values) { row in
            var chat = ChatRow(row: row).chat
            chat.heroes = heroes[chat.id] ?? []
            chat.directUserID = row[next]
            chat.notificationLevel = (row[next + 1] as String?).flatMap(NotificationLevel.init) ?? .all
            chat.powerSource = ChatPowerSource(levels: row[next + 2], creation: row[next + 3], creator: row[next + 4])
            chat.hasNews = row[next + 5]
            chat.isInviterKnown = row[next + 8]
            (chat.joinedCount, chat.invitedCount) = (row[next + 10], row[next + 11])
            chat.inviter?.contactName = row[next + 12]
            if !row.hasNull(at: next + 13) {
                let last = Message(row: row, at: next + 13)
                chat.lastMessage = last
                var sender = ChatPerson(userID: last.sender, displayName: row[next + 6], contactName: row[next + 7])
                sender.isNameShared = row[next + 9]
                chat.lastSender = sender
            }
            return chat
        }
        try fillHeroes(&chats)
        try SpaceTable(db: db).fill(&chats)
        return chats
    }

    private func heroes(_ condition: String, _ values: [(any StatementValue)?]) throws -> [String: [ChatPerson]] {
        let sql = """
            SELECT heroes.chat_id, heroes.user_id, members.display_name, \(ContactReader.name(of: "heroes.user_id")),
                \(ChatMember.isNameShared(by: "heroes.user_id", in: "heroes.chat_id"))
            FROM chats JOIN heroes ON heroes.chat_id = chats.id
            LEFT JOIN members ON members.chat_id = heroes.chat_id AND members.user_id = heroes.user_id
            WHERE \(condition)
            ORDER BY heroes.chat_id, heroes.rank
            """
        var heroes: [String: [ChatPerson]] = [:]
        try db.each(sql, values) { heroes[$0[0], default: []].append(ChatPerson(row: $0, at: 1)) }
        return heroes
    }

    /// If a server doesn't report heroes, they are taken from the known members (client-server API, "Room
    /// summaries").
    private func fillHeroes(_ chats: inout [Chat]) throws {
        for place in chats.indices where chats[place].lacksHeroes {
            chats[place].heroes = try knownHeroes(chatID: chats[place].id)
        }
    }

    /// Marks people whose name looks like a contact name of another person. It also marks inviters whose name looks
    /// like that of another inviter, or of a member of one of the account's chats.
    private func withSharedNames(_ chats: [Chat]) throws -> [Chat] {
        guard !chats.isEmpty else { return chats }
        let contacts = ConfusableNameIndex(try ContactReader(db: db).names())
        let inviters = chats.compactMap(\.inviter)
        let others = try inviters.isEmpty ? ConfusableNameIndex() : ConfusableNameIndex.beside(inviters: inviters, db)
        return chats.map { chat in
            var chat = chat
            chat.markNames(of: contacts)
            chat.inviter = chat.inviter.map(others.marked)
            return chat
        }
    }

    /// The maximum number of heroes that servers report.
    private static let maxHeroes = 5

    private func knownHeroes(chatID: String) throws -> [ChatPerson] {
        let sql = """
            SELECT members.user_id, members.display_name, \(ContactReader.name(of: "members.user_id")),
                \(ChatMember.isNameShared(by: "members.user_id", in: "members.chat_id"))
            FROM members WHERE chat_id = ? AND membership IN ('join', 'invite')
                AND user_id IS NOT \(SyncStore.ownUserID)
            ORDER BY user_id LIMIT \(Self.maxHeroes)
            """
        return try db.all(sql, [chatID]) {
            ChatPerson(row: $0, at: 0)
        }
    }
}

extension ChatPerson {
    /// Reads the Matrix ID, the display name, the contact's name, and whether others have a name that looks the same.
    fileprivate init(row: ResultRow, at index: Int) {
        self.init(userID: row[index], displayName: row[index + 1], contactName: row[index + 2])
        isNameShared = row[index + 3]
    }
}

extension Chat {
    /// Whether the chat has no name, and the server reported no heroes although it has members.
    fileprivate var lacksHeroes: Bool {
        membership == .joined && heroes.isEmpty && joinedCount + invitedCount > 0
            && VisibleName.first(givenName, canonicalAlias) == nil
    }
}
