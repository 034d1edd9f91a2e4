import GRDB

/// Migration 12: addresses of files that are to come, and files by their sizes: one that comes may be one that is there.
enum PendingMedia {
    /// Such a row of `media` has `expires_at` and no `hash`.
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE INDEX media_by_expiry ON media (expires_at) WHERE hash IS NULL;
                CREATE INDEX media_pending ON media (owner, expires_at) WHERE hash IS NULL;
                CREATE INDEX media_files_by_size ON media_files (size);
                """)
    }
}
