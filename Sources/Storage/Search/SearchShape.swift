import GRDB

/// The tables of a search index. They have no data beyond the messages, so they are created again rather than
/// migrated.
struct SearchShape {
    let db: Database

    /// The version, incremented with each change of the tables or of the folding of texts
    /// (``SearchWords/SearchTokenizer``).
    private static let version = 2

    func isShape(of origin: String) throws -> Bool {
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") == Self.version else { return false }
        return try String.fetchOne(db, sql: "SELECT value FROM state WHERE name = 'origin'") == origin
    }

    /// A row of `entries` is a message. Its `id` is ordered by time, so that the newest results are found without
    /// sorting. The indexed words are stored, because FTS5 needs them for deleting a message from the index.
    ///
    /// Prefixes of two to four letters have an index. FTS5 merges the messages of all matching words for a prefix of
    /// another length, at each keystroke. A prefix of four letters may match a third of all messages (`with`), one of
    /// five hardly any.
    func make(origin: String) throws {
        try db.execute(
            sql: """
                CREATE TABLE state (name TEXT PRIMARY KEY NOT NULL, value NOT NULL) WITHOUT ROWID;
                CREATE TABLE people (key INTEGER PRIMARY KEY, user_id TEXT NOT NULL UNIQUE);
                CREATE TABLE entries (
                    id INTEGER PRIMARY KEY,
                    message_id INTEGER NOT NULL UNIQUE,
                    words TEXT NOT NULL,
                    facets TEXT NOT NULL
                );
                CREATE VIRTUAL TABLE search USING fts5 (
                    words, facets, content = 'entries', content_rowid = 'id', tokenize = 'ascii', prefix = '2 3 4');
                PRAGMA user_version = \(Self.version);
                """)
        try db.execute(
            sql: "INSERT INTO state VALUES ('origin', ?), ('next', ?)", arguments: .whole([origin, Int64.max]))
    }
}
