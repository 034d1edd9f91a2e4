import GRDB

/// Migration 11: uploads.
enum MediaTables {
    /// The bytes of a file are on the disk once, however often they were uploaded. `media_totals` has the totals of
    /// each account and, under an empty name, of the server, so that limits are checked against a number.
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE media_files (hash TEXT NOT NULL PRIMARY KEY, size INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                CREATE TABLE media (
                    media_id TEXT NOT NULL PRIMARY KEY, hash TEXT, owner TEXT NOT NULL, type TEXT NOT NULL, name TEXT,
                    created_at INTEGER NOT NULL, expires_at INTEGER
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX media_by_owner ON media (owner, hash);
                CREATE TABLE media_totals (
                    owner TEXT NOT NULL PRIMARY KEY, files INTEGER NOT NULL, bytes INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
