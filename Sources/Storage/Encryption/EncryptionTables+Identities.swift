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
    let db: Database

    /// A person takes them as they are now.
    func accept(_ userIDs: [String]) throws {
        let sql = "UPDATE identities SET seen_key = master_key WHERE user_id = ?"
        for userID in userIDs { try db.cachedStatement(sql: sql).execute(arguments: .whole([userID])) }
    }
}
