import GRDB

/// Migration 3: tokens that expire and are refreshed. A device without a row here has a token that never expires.
enum RefreshTokens {
    /// `expires_at` belongs to the token in `devices`. The next pair is valid beside the present one until either
    /// of its tokens is first used, since the answer may have been lost.
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE refresh_tokens (
                    user_id TEXT NOT NULL, device_id TEXT NOT NULL, refresh_hash BLOB NOT NULL UNIQUE,
                    expires_at INTEGER NOT NULL, next_token_hash BLOB, next_refresh_hash BLOB UNIQUE,
                    next_expires_at INTEGER, PRIMARY KEY (user_id, device_id)
                ) STRICT, WITHOUT ROWID
                """)
    }
}
