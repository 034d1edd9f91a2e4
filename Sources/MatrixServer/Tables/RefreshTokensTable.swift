import Foundation
import GRDB

/// The refresh tokens of the devices that requested expiring tokens, by their hashes.
struct RefreshTokensTable {
    /// The stored form of a pair of tokens.
    struct Pair {
        let tokenHash: [UInt8]
        let refreshHash: [UInt8]
        let expiresAt: Int64
    }

    let database: Database

    init(_ database: Database) { self.database = database }

    /// Gives a device its first pair, replacing any earlier one.
    func put(_ pair: Pair, of caller: Caller) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO refresh_tokens (user_id, device_id, refresh_hash, expires_at) VALUES (?, ?, ?, ?)
            """, [caller.userID, caller.deviceID, Data(pair.refreshHash), pair.expiresAt])
    }

    /// Stores the next pair, replacing one that was not used yet.
    func putNext(_ pair: Pair, of caller: Caller) throws {
        try database.run(
            """
            UPDATE refresh_tokens SET next_token_hash = ?, next_refresh_hash = ?, next_expires_at = ?
            WHERE user_id = ? AND device_id = ?
            """,
            [
                Data(pair.tokenHash), Data(pair.refreshHash), pair.expiresAt, caller.userID, caller.deviceID,
            ])
    }

    /// Returns the device that has the refresh token. If the token belongs to the next pair, the pair's access
    /// token is returned as well.
    func owner(refreshHash: [UInt8]) throws -> (caller: Caller, nextToken: [UInt8]?)? {
        let hash = Data(refreshHash)
        return try database.firstRow(
            """
            SELECT user_id, device_id, CASE WHEN next_refresh_hash = ? THEN next_token_hash END FROM refresh_tokens
            WHERE refresh_hash = ? OR next_refresh_hash = ?
            """, [hash, hash, hash]
        ).map { (Caller(userID: $0[0], deviceID: $0[1]), ($0[2] as Data?).map(Array.init)) }
    }

    /// Replaces the present pair by the next one, which was used. If it is the present one already, nothing happens.
    func promote(_ tokenHash: [UInt8], of caller: Caller) throws {
        try database.run(
            """
            UPDATE refresh_tokens SET refresh_hash = next_refresh_hash, expires_at = next_expires_at,
            next_token_hash = NULL, next_refresh_hash = NULL, next_expires_at = NULL
            WHERE user_id = ? AND device_id = ? AND next_token_hash = ?
            """, [caller.userID, caller.deviceID, Data(tokenHash)])
        guard database.changesCount > 0 else { return }
        try DevicesTable(database).setToken(tokenHash, of: caller)
    }

    func allNext() throws -> [TokenRegistry.Entry] {
        try database.allRows(
            """
            SELECT next_token_hash, user_id, device_id, next_expires_at FROM refresh_tokens
            WHERE next_token_hash IS NOT NULL
            """
        ).map { row in
            TokenRegistry.Entry(
                hash: Array(row[0] as Data), caller: Caller(userID: row[1], deviceID: row[2]), expiresAt: row[3])
        }
    }

    func delete(_ caller: Caller) throws {
        try database.run(
            "DELETE FROM refresh_tokens WHERE user_id = ? AND device_id = ?", [caller.userID, caller.deviceID])
    }

    func deleteAll(of user: String) throws {
        try database.run("DELETE FROM refresh_tokens WHERE user_id = ?", [user])
    }
}
