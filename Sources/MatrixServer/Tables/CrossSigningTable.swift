import GRDB
import MatrixAPI

/// The cross-signing keys by which users verify their devices and each other, and the signatures (client-server
/// API, "Cross-signing").
struct CrossSigningTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func key(_ usage: CrossSigningUsage, of user: String) throws -> JSONValue? {
        try database.firstRow(
            "SELECT key FROM cross_signing_keys WHERE user_id = ? AND usage = ?", [user, usage.rawValue]
        ).map { StoredJSON.parse($0[0]) }
    }

    /// Whether one of the user's keys has this name.
    func has(_ publicKey: String, of user: String) throws -> Bool {
        try database.integer(
            "SELECT 1 FROM cross_signing_keys WHERE user_id = ? AND public_key = ?", [user, publicKey]) != nil
    }

    /// Stores a key. The signatures by and on the replaced key are deleted.
    ///
    /// - Returns: Whether it changed.
    func put(_ key: CrossSigningKey, of user: String) throws -> Bool {
        if let known = try self.key(key.usage, of: user) {
            if known == key.json { return false }
            let name = CrossSigningTable.publicKey(of: known)
            if name != key.publicKey { try forgetSignatures(of: name, user) }
        }
        try database.run(
            "INSERT OR REPLACE INTO cross_signing_keys (user_id, usage, public_key, key) VALUES (?, ?, ?, ?)",
            [user, key.usage.rawValue, key.publicKey, key.json.serializedText])
        return true
    }

    /// Returns the master key of this name, without the signatures that were added later.
    func master(_ publicKey: String, of user: String) throws -> JSONValue? {
        try database.firstRow(
            "SELECT key FROM cross_signing_keys WHERE user_id = ? AND usage = 'master' AND public_key = ?",
            [user, publicKey]
        ).map { StoredJSON.parse($0[0]) }
    }

    /// - Returns: Whether it changed.
    func put(_ signature: UploadedSignature, by signer: String) throws -> Bool {
        let before = database.totalChangesCount
        try database.run(
            """
            INSERT INTO key_signatures (owner, target, signer, key_name, signature) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (owner, target, signer, key_name) DO UPDATE SET signature = excluded.signature
            WHERE signature <> excluded.signature
            """, [signature.owner, signature.target, signer, signature.keyName, signature.signature])
        return database.totalChangesCount != before
    }

    /// Deletes the signatures by and on a key that was removed.
    ///
    /// - Parameter name: A device, or the public half of a cross-signing key.
    func forgetSignatures(of name: String, _ user: String) throws {
        try database.run("DELETE FROM key_signatures WHERE owner = ? AND target = ?", [user, name])
        try database.run("DELETE FROM key_signatures WHERE signer = ? AND key_name = ?", [user, "ed25519:\(name)"])
    }

    func has(moreSignaturesThan most: Int, by signer: String) throws -> Bool {
        try database.integer(
            "SELECT 1 FROM key_signatures WHERE signer = ? LIMIT 1 OFFSET ?", [signer, most]) != nil
    }

    /// Returns a key with the later signatures that `reader` may see: those of its owner, and the reader's own.
    func signed(_ json: JSONValue, _ target: String, of owner: String, for reader: String) throws -> JSONValue {
        let rows = try database.allRows(
            "SELECT signer, key_name, signature FROM key_signatures WHERE owner = ?1 AND target = ?2 AND signer IN (?1, ?3)",
            [owner, target, reader])
        guard !rows.isEmpty else { return json }
        var signatures = json["signatures"]?.object ?? [:]
        var added: [String: [String: JSONValue]] = [:]
        for row in rows {
            let signer: String = row[0]
            let name: String = row[1]
            added[signer, default: signatures[signer]?.object ?? [:]][name] = .string(row[2])
        }
        for (signer, own) in added { signatures[signer] = .object(own) }
        var json = json
        json["signatures"] = .object(signatures)
        return json
    }

    /// Returns the name of a cross-signing key.
    static func publicKey(of key: JSONValue) -> String { key["keys"]?.object?.first?.value.string ?? "" }
}
