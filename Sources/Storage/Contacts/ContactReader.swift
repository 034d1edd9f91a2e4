import Conversations
import GRDB

/// Reads contacts within one snapshot. The number of statements doesn't depend on the number of contacts.
struct ContactReader {
    let db: Database

    func local() throws -> [Contact] {
        try db.all("SELECT user_id, name, note FROM local_contacts") {
            Contact(userID: $0[0], place: .device, name: $0[1], note: $0[2])
        }
    }

    func account() throws -> [Contact] {
        try db.all("SELECT user_id, name, note FROM account_contacts WHERE name IS NOT NULL") {
            Contact(userID: $0[0], place: .account, name: $0[1], note: $0[2])
        }
    }

    /// Returns the SQL expression of a person's contact name, `NULL` if there is none. A name on this device takes
    /// precedence over one in the account.
    ///
    /// - Parameter column: the column of Matrix IDs, with its table.
    static func name(of column: String) -> String {
        """
        coalesce(
            (SELECT nullif(name, '') FROM local_contacts WHERE local_contacts.user_id = \(column)),
            (SELECT nullif(name, '') FROM account_contacts WHERE account_contacts.user_id = \(column)))
        """
    }

    /// Returns all contact names by Matrix ID.
    func names() throws -> [String: String] {
        let sql = """
            SELECT user_id, name FROM account_contacts WHERE name <> ''
            UNION ALL
            SELECT user_id, name FROM local_contacts WHERE name <> ''
            """
        return try names(sql, [])
    }

    /// Returns the contact names of these people, by Matrix ID.
    func names(of userIDs: Set<String>) throws -> [String: String] {
        let sql = """
            SELECT user_id, name FROM account_contacts
            WHERE user_id IN (SELECT value FROM json_each(?1)) AND name <> ''
            UNION ALL
            SELECT user_id, name FROM local_contacts
            WHERE user_id IN (SELECT value FROM json_each(?1)) AND name <> ''
            """
        return try names(sql, [IdentifierList(userIDs)])
    }

    /// - Parameter sql: its rows have the contacts of this device last, which take precedence over the account's.
    private func names(_ sql: String, _ values: [(any StatementValue)?]) throws -> [String: String] {
        Dictionary(try db.all(sql, values) { ($0[0] as String, $0[1] as String) }) { _, last in last }
    }

    /// Returns the people in `m.direct`, with their names in a direct chat.
    func peopleOfDirectChats() throws -> [Contact] {
        let sql = """
            SELECT direct_chats.user_id, max(members.display_name) FROM direct_chats
            LEFT JOIN members ON members.chat_id = direct_chats.chat_id AND members.user_id = direct_chats.user_id
            WHERE direct_chats.user_id NOT IN (SELECT user_id FROM account_contacts)
                AND direct_chats.user_id NOT IN (SELECT user_id FROM local_contacts)
            GROUP BY direct_chats.user_id
            """
        return try db.all(sql) {
            Contact(userID: $0[0], place: .account, name: $0[1] ?? "", note: "", isFromChatAlone: true)
        }
    }
}

extension ConfusableNameIndex {
    /// The people who can be confused with those who invite the account to a chat: the inviters themselves, and the
    /// members of its chats whose names look like theirs.
    static func beside(inviters: [ChatPerson], _ db: Database) throws -> ConfusableNameIndex {
        var names = ConfusableNameIndex()
        let sql = """
            SELECT DISTINCT inviter_id, inviter_name, \(ContactReader.name(of: "chats.inviter_id")) FROM chats
            WHERE membership = 'invited' AND inviter_id IS NOT NULL
            """
        try db.each(sql) { row in
            let inviter = ChatPerson(userID: row[0], displayName: row[1], contactName: row[2])
            names.add(inviter.confusableSkeleton, inviter.userID)
        }
        // Without the index's name, SQLite reads all members once for each skeleton.
        let members = """
            SELECT DISTINCT members.look, members.user_id
            FROM chats CROSS JOIN members INDEXED BY members_by_look
                ON members.chat_id = chats.id AND members.look IN (SELECT value FROM json_each(?))
            WHERE chats.membership = 'joined' AND members.membership IN ('join', 'invite')
            """
        let looks = IdentifierList(Set(inviters.map(\.confusableSkeleton)))
        try db.each(members, [looks]) { names.add($0[0], $0[1]) }
        return names
    }
}
