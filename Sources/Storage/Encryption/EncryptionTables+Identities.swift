import Conversations
import GRDB

/// The cross-signing keys of a person, and the trust in them.
package struct StoredIdentity: Hashable, Sendable {
    package let userID: String
    /// The keys from the server as JSON; `nil` if there are none now.
    package var keys: String?
    /// The master key among them, in Base64.
    package var masterKey: String?
    /// The master key that was seen first or accepted last; `nil` if none ever was.
    package var seenKey: String?
    /// The master key, if it was verified.
    package var verifiedKey: String?

    package init(userID: String) {
        self.userID = userID
    }
}

extension EncryptionTables {
    package func identity(of userID: String) throws -> StoredIdentity {
        let sql = "SELECT keys, master_key, seen_key, verified_key FROM identities WHERE user_id = ?"
        var identity = StoredIdentity(userID: userID)
        _ = try db.first(sql, [userID]) { row in
            (identity.keys, identity.masterKey) = (row[0], row[1])
            (identity.seenKey, identity.verifiedKey) = (row[2], row[3])
        }
        return identity
    }

    package func set(_ identity: StoredIdentity) throws {
        let sql = """
            REPLACE INTO identities (user_id, keys, master_key, seen_key, verified_key) VALUES (?, ?, ?, ?, ?)
            """
        try db.run(
            sql,
            [
                identity.userID, identity.keys, identity.masterKey, identity.seenKey, identity.verifiedKey,
            ])
    }
}

/// Accepts changed identities, within a transaction.
struct IdentityAcceptance {
    /// The SQL condition that a row of `identities` differs from the identity that was seen.
    static let isOwed = """
        seen_key IS NOT NULL AND master_key IS NOT seen_key
        """

    let db: Database

    /// Accepts identities as they were shown to the user. If one changed again since then, the user is asked again.
    func accept(_ people: [ChangedIdentity]) throws {
        let sql = "UPDATE identities SET seen_key = master_key WHERE user_id = ? AND master_key IS ?"
        for person in people {
            try db.run(sql, [person.userID, person.masterKey])
        }
    }

    /// Whether the user still has to accept a changed identity of one of these people.
    func isOwed(for userIDs: [String]) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM identities
            WHERE user_id IN (SELECT value FROM json_each(?)) AND \(Self.isOwed))
            """
        return try db.value(sql, [IdentifierList(userIDs)], as: Bool.self) ?? false
    }
}
