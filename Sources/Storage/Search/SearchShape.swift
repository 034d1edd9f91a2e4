import GRDB

/// The tables of a search index. They hold nothing that the messages don't say, so that no shape is ever moved to another.
struct SearchShape {
    let db: Database

    /// Counted up with each change of the tables or of how texts are folded (``SearchWords/SearchTokenizer``).
    private static let version = 2

    func isShape(of origin: String) throws -> Bool {
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") == Self.version else { return false }
        return try String.fetchOne(db, sql: "SELECT value FROM state WHERE name = 'origin'") == origin
    }

    /// A row of `entries` is a message; its `id` orders all by their time, so that the newest are found without sorting. The words
    /// stand there as the index has them, for it can't forget what it isn't told.
    ///
    /// A beginning of another length is put together from all words that it begins, whose messages are gone through for each key: of four
    /// letters there are such as a third of all messages has (`with`), of five hardly any.
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
