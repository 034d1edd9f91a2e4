import GRDB
import MatrixAPI

/// Backups of encrypted room keys (client-server API, "Server-side key backups").
struct KeyBackupTable {
    struct Version {
        let number: Int64
        let algorithm: String
        let authData: JSONValue
        /// The tag, which increases with each change.
        let etag: Int64
        /// The number of keys in the backup.
        let count: Int64
    }

    /// A selection of a backup's keys; `nil` stands for all.
    struct Selection: Sendable {
        var roomID: String?
        var sessionID: String?
    }

    let database: Database

    init(_ database: Database) { self.database = database }

    /// Creates a new version, which is the current one from now on. No number is reused.
    func make(algorithm: String, authData: JSONValue, for user: String) throws -> Int64 {
        let last = try last(of: user)
        try database.run(
            "INSERT INTO backup_versions (user_id, version, algorithm, auth_data) VALUES (?, ?, ?, ?)",
            [user, last + 1, algorithm, authData.serializedText])
        return last + 1
    }

    /// - Parameter number: `nil` for the current one.
    func version(_ number: Int64?, of user: String) throws -> Version? {
        try database.firstRow(
            """
            SELECT version, algorithm, auth_data, etag, key_count FROM backup_versions
            WHERE user_id = ?1 AND (?2 IS NULL OR version = ?2) AND is_deleted = 0 ORDER BY version DESC LIMIT 1
            """, [user, number]
        ).map { row in
            Version(
                number: row[0], algorithm: row[1], authData: StoredJSON.parse(row[2]), etag: row[3], count: row[4])
        }
    }

    /// Whether there is or was such a backup. Numbers are assigned in sequence, and the last one is kept.
    func wasMade(_ number: Int64, of user: String) throws -> Bool {
        try number > 0 && number <= last(of: user)
    }

    private func last(of user: String) throws -> Int64 {
        try database.integer("SELECT max(version) FROM backup_versions WHERE user_id = ?", [user]) ?? 0
    }

    func setAuthData(_ authData: JSONValue, of number: Int64, for user: String) throws {
        try database.run(
            "UPDATE backup_versions SET auth_data = ? WHERE user_id = ? AND version = ?",
            [authData.serializedText, user, number])
    }

    /// Deletes a version. Its number is kept if it is the last one, so that no number is reused.
    func delete(_ number: Int64, of user: String) throws {
        try database.run("DELETE FROM backup_keys WHERE user_id = ? AND version = ?", [user, number])
        try database.run(
            """
            UPDATE backup_versions SET is_deleted = 1, auth_data = '{}', key_count = 0 WHERE user_id = ? AND version = ?
            """, [user, number])
        try database.run(
            """
            DELETE FROM backup_versions WHERE user_id = ?1 AND is_deleted = 1
            AND version < (SELECT max(version) FROM backup_versions WHERE user_id = ?1)
            """, [user])
    }

    /// Returns the number of the user's backups, and the number of keys in all of them.
    func totals(of user: String) throws -> (backups: Int64, keys: Int64) {
        let row = try database.firstRow(
            "SELECT count(*), coalesce(sum(key_count), 0) FROM backup_versions WHERE user_id = ? AND is_deleted = 0",
            [user])
        return row.map { ($0[0], $0[1]) } ?? (0, 0)
    }

    func keys(_ number: Int64, of user: String, _ selection: Selection) throws -> [BackedUpKey] {
        var keys: [BackedUpKey] = []
        try eachKey(number, of: user, selection) { keys.append($0) }
        return keys
    }

    /// Calls `body` with each of the keys in turn.
    func eachKey(
        _ number: Int64, of user: String, _ selection: Selection, _ body: (BackedUpKey) throws -> Void
    ) throws {
        let (condition, arguments) = selected(selection, in: number, of: user)
        try database.eachRow(
            """
            SELECT room_id, session_id, first_index, forwarded_count, is_verified, data FROM backup_keys
            WHERE \(condition)
            """, arguments
        ) { row in
            try body(
                BackedUpKey(
                    roomID: row[0], sessionID: row[1],
                    data: KeyBackupData(
                        firstIndex: row[2], forwardedCount: row[3], isVerified: row[4],
                        sealed: StoredJSON.parse(row[5]))))
        }
    }

    /// Returns the rooms of which a backup has keys.
    func rooms(_ number: Int64, of user: String) throws -> [String] {
        try database.strings(
            "SELECT DISTINCT room_id FROM backup_keys WHERE user_id = ? AND version = ?", [user, number])
    }

    /// Stores the keys that are better than the stored ones.
    func put(_ keys: some Sequence<BackedUpKey>, in number: Int64, of user: String) throws {
        var isOther = false
        var new = 0
        for key in keys {
            let selection = Selection(roomID: key.roomID, sessionID: key.sessionID)
            let known = try self.keys(number, of: user, selection).first
            if let known, !key.isBetter(than: known) { continue }
            isOther = true
            if known == nil { new += 1 }
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
        if isOther { try raise(number, of: user, by: new) }
    }

    func delete(_ selection: Selection, in number: Int64, of user: String) throws {
        let before = database.totalChangesCount
        let (condition, arguments) = selected(selection, in: number, of: user)
        try database.run("DELETE FROM backup_keys WHERE \(condition)", arguments)
        try raise(number, of: user, by: before - database.totalChangesCount)
    }

    /// Returns a condition that uses the primary key as far as possible. A fixed condition for all selections would
    /// read a whole backup for a single key.
    private func selected(
        _ selection: Selection, in number: Int64, of user: String
    ) -> (condition: String, arguments: Database.Arguments) {
        var (condition, arguments): (String, Database.Arguments) = ("user_id = ? AND version = ?", [user, number])
        for (column, name) in [("room_id", selection.roomID), ("session_id", selection.sessionID)] {
            guard let name else { continue }
            condition += " AND \(column) = ?"
            arguments.append(name)
        }
        return (condition, arguments)
    }

    private func raise(_ number: Int64, of user: String, by keys: Int) throws {
        try database.run(
            "UPDATE backup_versions SET etag = etag + 1, key_count = key_count + ? WHERE user_id = ? AND version = ?",
            [keys, user, number])
    }
}
