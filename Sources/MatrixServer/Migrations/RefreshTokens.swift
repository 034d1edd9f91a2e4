import GRDB

/// Migration 3: tokens that expire and are renewed. A device without a row here has one for ever.
enum RefreshTokens {
    /// `expires_at` is of the token in `devices`. The next pair counts beside the present one until either of it is first used:
    /// its answer may have been lost.
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
