import Foundation
import GRDB

/// The devices of the accounts, each with the hash of its access token.
struct DevicesTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// Creates the device, or gives the existing one a new token.
    func put(_ caller: Caller, displayName: String?, tokenHash: [UInt8], now: Int64) throws {
        try database.run(
            """
            INSERT INTO devices (user_id, device_id, display_name, token_hash, created_at, last_seen_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?5)
            ON CONFLICT (user_id, device_id) DO UPDATE SET token_hash = excluded.token_hash,
            display_name = coalesce(display_name, excluded.display_name), last_seen_at = excluded.last_seen_at
            """, [caller.userID, caller.deviceID, displayName, Data(tokenHash), now])
    }

    /// Whether the account may have this device: it exists already, or the account has fewer than `most`.
    func hasCapacity(for caller: Caller, most: Int) throws -> Bool {
        let others = try database.integer(
            "SELECT count(*) FROM devices WHERE user_id = ? AND device_id <> ?", [caller.userID, caller.deviceID])
        return others ?? 0 < most
    }

    func setToken(_ tokenHash: [UInt8], of caller: Caller) throws {
        try database.run(
            "UPDATE devices SET token_hash = ? WHERE user_id = ? AND device_id = ?",
            [Data(tokenHash), caller.userID, caller.deviceID])
    }

    func delete(_ caller: Caller) throws {
        try database.run("DELETE FROM devices WHERE user_id = ? AND device_id = ?", [caller.userID, caller.deviceID])
    }

    func deleteAll(of user: String) throws {
        try database.run("DELETE FROM devices WHERE user_id = ?", [user])
    }

    /// - Returns: The devices, each with the time at which it was last seen, in milliseconds since 1970; `nil` if
    ///   that was before it was recorded.
    func devices(of user: String) throws -> [(id: String, name: String?, seenAt: Int64?, madeAt: Int64)] {
        try database.allRows(
            """
            SELECT device_id, display_name, last_seen_at, created_at FROM devices WHERE user_id = ? ORDER BY device_id
            """, [user]
        ).map { ($0[0], $0[1], $0[2], $0[3]) }
    }

    func see(_ caller: Caller, at time: Int64) throws {
        try database.run(
            "UPDATE devices SET last_seen_at = ? WHERE user_id = ? AND device_id = ?",
            [time, caller.userID, caller.deviceID])
    }

    /// Returns the device if it exists, or with `nil` all of the user's.
    func identifiers(of user: String, _ deviceID: String?) throws -> [String] {
        try database.strings(
            "SELECT device_id FROM devices WHERE user_id = ?1 AND (?2 IS NULL OR device_id = ?2) ORDER BY device_id",
            [user, deviceID])
    }

    /// - Returns: Whether the name changed.
    func rename(_ caller: Caller, to name: String) throws -> Bool {
        let before = database.totalChangesCount
        try database.run(
            "UPDATE devices SET display_name = ?1 WHERE user_id = ?2 AND device_id = ?3 AND display_name IS NOT ?1",
            [name, caller.userID, caller.deviceID])
        return database.totalChangesCount != before
    }

    func allTokens() throws -> [TokenRegistry.Entry] {
        try database.allRows(
            """
            SELECT token_hash, user_id, device_id, expires_at FROM devices LEFT JOIN refresh_tokens
            USING (user_id, device_id)
            """
        ).map { row in
            TokenRegistry.Entry(
                hash: Array(row[0] as Data), caller: Caller(userID: row[1], deviceID: row[2]), expiresAt: row[3])
        }
    }
}
