import Conversations
import GRDB

extension ChatMember {
    /// The member with texts that the database can store without loss.
    var storable: ChatMember {
        ChatMember(userID: userID.storable, displayName: displayName?.storable, membership: membership.storable)
    }

    /// Writes the member with the confusable skeleton of their name (UTS 39), which finds homoglyphs.
    ///
    /// - Parameter isOlder: whether to keep an existing row, because this data is older.
    func save(in chatID: String, _ db: Database, isOlder: Bool = false) throws {
        let sql =
            isOlder
            ? "INSERT OR IGNORE INTO members (chat_id, user_id, display_name, membership, look) VALUES (?, ?, ?, ?, ?)"
            : """
            INSERT INTO members (chat_id, user_id, display_name, membership, look) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (chat_id, user_id) DO UPDATE SET
                display_name = excluded.display_name, membership = excluded.membership, look = excluded.look
            WHERE display_name IS NOT excluded.display_name OR membership <> excluded.membership
                OR look IS NOT excluded.look
            """
        let look = ConfusableSkeleton.of(contactName: nil, displayName: displayName, userID: userID)
        try db.run(sql, [chatID, userID, displayName, membership, look])
    }

    /// Returns the SQL condition that somebody else in a chat has a name that looks like a person's.
    ///
    /// - Parameters:
    ///   - person: the person's Matrix ID, as SQL.
    ///   - chat: the chat's identifier, as SQL.
    static func isNameShared(by person: String, in chat: String) -> String {
        """
        EXISTS (SELECT 1 FROM members AS twins
            WHERE twins.chat_id = \(chat) AND twins.look = ifnull(
                    (SELECT own.look FROM members AS own
                        WHERE own.chat_id = \(chat) AND own.user_id = \(person)
                            AND \(ContactReader.name(of: person)) IS NULL),
                    name_look(
                        \(ContactReader.name(of: person)),
                        (SELECT own.display_name FROM members AS own
                            WHERE own.chat_id = \(chat) AND own.user_id = \(person)),
                        \(person)))
                AND twins.user_id <> \(person) AND twins.membership IN ('join', 'invite'))
        """
    }
}

extension DatabaseFunction {
    /// The SQL function `name_look(contact name, display name, Matrix ID)`: see ``ConfusableSkeleton``. It returns
    /// `NULL` if there is no Matrix ID.
    static let confusableSkeleton = DatabaseFunction("name_look", argumentCount: 3, pure: true) { values in
        guard let userID = String.fromDatabaseValue(values[2]) else { return nil }
        return ConfusableSkeleton.of(
            contactName: String.fromDatabaseValue(values[0]), displayName: String.fromDatabaseValue(values[1]),
            userID: userID)
    }
}
