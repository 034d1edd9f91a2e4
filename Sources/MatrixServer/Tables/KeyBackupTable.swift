import GRDB
import MatrixAPI

/// Room keys that people keep on the server, encrypted (client-server API, "Server-side key backups").
struct KeyBackupTable {
    struct Version {
        let number: Int64
        let algorithm: String
        let authData: JSONValue
        /// It rises with each change.
        let etag: Int64
    }

    /// Which of a backup's keys; `nil` is all.
    struct Selection: Sendable {
        var roomID: String?
        var sessionID: String?
    }

    private static let selected = """
        user_id = ?1 AND version = ?2 AND (?3 IS NULL OR room_id = ?3) AND (?4 IS NULL OR session_id = ?4)
        """

    let database: Database

    init(_ database: Database) { self.database = database }

    /// A new one, which is the current one from now on. No number is given twice.
    func make(algorithm: String, authData: JSONValue, for user: String) throws -> Int64 {
        let last = try database.integer("SELECT max(version) FROM backup_versions WHERE user_id = ?", [user]) ?? 0
        try database.run(
            "INSERT INTO backup_versions (user_id, version, algorithm, auth_data) VALUES (?, ?, ?, ?)",
            [user, last + 1, algorithm, authData.serializedText])
        return last + 1
    }

    /// - Parameter number: `nil` for the current one.
    func version(_ number: Int64?, of user: String) throws -> Version? {
        try database.firstRow(
            """
            SELECT version, algorithm, auth_data, etag FROM backup_versions
            WHERE user_id = ?1 AND (?2 IS NULL OR version = ?2) AND is_deleted = 0 ORDER BY version DESC LIMIT 1
            """, [user, number]
        ).map { Version(number: $0[0], algorithm: $0[1], authData: StoredJSON.parse($0[2]), etag: $0[3]) }
    }

    func setAuthData(_ authData: JSONValue, of number: Int64, for user: String) throws {
        try database.run(
            "UPDATE backup_versions SET auth_data = ? WHERE user_id = ? AND version = ?",
            [authData.serializedText, user, number])
    }

    func delete(_ number: Int64, of user: String) throws {
        try database.run("DELETE FROM backup_keys WHERE user_id = ? AND version = ?", [user, number])
        try database.run(
            "UPDATE backup_versions SET is_deleted = 1 WHERE user_id = ? AND version = ?", [user, number])
    }

    func count(_ number: Int64, of user: String) throws -> Int64 {
        try database.integer("SELECT count(*) FROM backup_keys WHERE user_id = ? AND version = ?", [user, number]) ?? 0
    }

    func keys(_ number: Int64, of user: String, _ selection: Selection) throws -> [BackedUpKey] {
        try database.allRows(
            """
            SELECT room_id, session_id, first_index, forwarded_count, is_verified, data FROM backup_keys
            WHERE \(Self.selected)
            """, [user, number, selection.roomID, selection.sessionID]
        ).map { row in
            BackedUpKey(
                roomID: row[0], sessionID: row[1],
                data: KeyBackupData(
                    firstIndex: row[2], forwardedCount: row[3], isVerified: row[4], sealed: StoredJSON.parse(row[5])))
        }
    }

    /// Keeps those that are better than what is there.
    func put(_ keys: [BackedUpKey], in number: Int64, of user: String) throws {
        var isOther = false
        for key in keys {
            let selection = Selection(roomID: key.roomID, sessionID: key.sessionID)
            let known = try self.keys(number, of: user, selection).first
            if let known, !key.isBetter(than: known) { continue }
            isOther = true
            try database.run(
                """
                INSERT OR REPLACE INTO backup_keys
                (user_id, version, room_id, session_id, first_index, forwarded_count, is_verified, data)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    user, number, key.roomID, key.sessionID, key.data.firstIndex, key.data.forwardedCount,
                    key.data.isVerified, key.data.sealed.serializedText,
                ])
        }
        if isOther { try raise(number, of: user) }
    }

    func delete(_ selection: Selection, in number: Int64, of user: String) throws {
        try database.run(
            "DELETE FROM backup_keys WHERE \(Self.selected)",
            [user, number, selection.roomID, selection.sessionID])
        try raise(number, of: user)
    }

    private func raise(_ number: Int64, of user: String) throws {
        try database.run(
            "UPDATE backup_versions SET etag = etag + 1 WHERE user_id = ? AND version = ?", [user, number])
    }
}
