import GRDB

/// Migration 12: addresses of pending uploads, and files by size, since an upload may equal an existing file.
enum PendingMedia {
    /// The row of a pending upload in `media` has `expires_at` and no `hash`.
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE INDEX media_by_expiry ON media (expires_at) WHERE hash IS NULL;
                CREATE INDEX media_pending ON media (owner, expires_at) WHERE hash IS NULL;
                CREATE INDEX media_files_by_size ON media_files (size);
                """)
    }
}
