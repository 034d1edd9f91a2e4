import Conversations
import GRDB

/// The keys that stand for a person, and what is known of whose they are.
package struct KeptIdentity: Hashable, Sendable {
    package let userID: String
    /// As the server tells them, as JSON; `nil` where there are none now.
    package var keys: String?
    /// Of these the master key, in Base64.
    package var masterKey: String?
    /// The master key when one was seen first, or was answered for last; `nil` where none ever was.
    package var seenKey: String?
    /// The master key where a person compared it.
    package var verifiedKey: String?

    package init(userID: String) {
        self.userID = userID
    }
}

extension EncryptionTables {
    package func identity(of userID: String) throws -> KeptIdentity {
        let sql = "SELECT keys, master_key, seen_key, verified_key FROM identities WHERE user_id = ?"
        var identity = KeptIdentity(userID: userID)
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([userID])) else {
            return identity
        }
        (identity.keys, identity.masterKey) = (row[0], row[1])
        (identity.seenKey, identity.verifiedKey) = (row[2], row[3])
        return identity
    }

    package func set(_ identity: KeptIdentity) throws {
        let sql = """
            REPLACE INTO identities (user_id, keys, master_key, seen_key, verified_key) VALUES (?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: .whole([
                identity.userID, identity.keys, identity.masterKey, identity.seenKey, identity.verifiedKey,
            ]))
    }
}

/// Answers for identities that changed, within a transaction.
struct IdentityAnswer {
    /// Whether a row of `identities` is another than the one that was seen.
    static let isOwed = """
        seen_key IS NOT NULL AND master_key IS NOT seen_key
        """

    let db: Database

    /// A person takes them as they were shown. Who is another by now is asked about once more.
    func accept(_ people: [ChangedIdentity]) throws {
        let sql = "UPDATE identities SET seen_key = master_key WHERE user_id = ? AND master_key IS ?"
        for person in people {
            try db.cachedStatement(sql: sql).execute(arguments: .whole([person.userID, person.masterKey]))
        }
    }

    /// Whether a person still has to answer for one of them.
    func isOwed(for userIDs: [String]) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM identities
            WHERE user_id IN (SELECT value FROM json_each(?)) AND \(Self.isOwed))
            """
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([IdentifierList(userIDs)])) ?? false
    }
}
