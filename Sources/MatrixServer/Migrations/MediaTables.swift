import GRDB

/// Migration 11: what was uploaded.
enum MediaTables {
    /// The bytes of a file stand on the disk once, however often they were uploaded. `media_totals` has what each account and, under
    /// no name, the server has, so that a limit is held against a number.
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
