import GRDB
import MatrixAPI
import SearchWords

/// The tables of the word index. They only hold data of the events, so the index is rebuilt when the tables change,
/// not migrated.
struct WordTables {
    /// The extent of the index.
    struct Reach: Sendable {
        /// The position up to which events are indexed; later ones are still missing.
        var upTo: Int64
        /// The event at that position, which distinguishes the server's data from others; empty at the beginning.
        var eventID: String
        /// The position up to which older events are still missing; 0 if all are indexed.
        var older: Int64
    }

    /// The version, which increases with each change of the tables or of how texts are folded
    /// (``SearchWords/SearchTokenizer``).
    private static let version = 2
    let database: Database

    init(_ database: Database) { self.database = database }

    /// Creates the tables. `entries` stores the words as indexed, since FTS5 needs them to delete an entry.
    func make(_ reach: Reach) throws {
        try database.execute(
            sql: """
                CREATE TABLE reach (up_to INTEGER NOT NULL, event_id TEXT NOT NULL, older INTEGER NOT NULL);
                CREATE TABLE names (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
                CREATE TABLE entries (
                    stream INTEGER PRIMARY KEY, room INTEGER NOT NULL, sender INTEGER NOT NULL, words TEXT NOT NULL,
                    facets TEXT NOT NULL
                );
                CREATE TABLE put_off (stream INTEGER PRIMARY KEY);
                CREATE VIRTUAL TABLE search USING fts5 (
                    words, facets, content = 'entries', content_rowid = 'stream', tokenize = 'ascii', prefix = '2 3');
                PRAGMA user_version = \(WordTables.version);
                """)
        try database.run(
            "INSERT INTO reach (up_to, event_id, older) VALUES (?, ?, ?)", [reach.upTo, reach.eventID, reach.older])
    }

    /// Returns the extent; `nil` if the tables have another version.
    func reach() throws -> Reach? {
        guard try database.integer("PRAGMA user_version") == Int64(WordTables.version) else { return nil }
        return try database.firstRow("SELECT up_to, event_id, older FROM reach").map {
            Reach(upTo: $0[0], eventID: $0[1], older: $0[2])
        }
    }

    func insert(_ slice: WordSlice, _ reach: Reach) throws {
        var keys: [String: Int64] = [:]
        func key(_ name: String) throws -> Int64 {
            if let known = keys[name] { return known }
            let key = try self.key(of: name)
            keys[name] = key
            return key
        }
        // FTS5 flushes its buffer whenever a number is lower than the one before it.
        for entry in slice.entries.sorted(by: { $0.stream < $1.stream }) {
            let words = SearchTokenizer.folded(entry.text)
            guard !words.isEmpty else { continue }
            let (room, sender) = (try key(entry.room), try key(entry.sender))
            let facets = "\(entry.key.facet) r\(room) u\(sender)"
            try database.run(
                "INSERT INTO entries (stream, room, sender, words, facets) VALUES (?, ?, ?, ?, ?)",
                [entry.stream, room, sender, words, facets])
            try database.run(
                "INSERT INTO search (rowid, words, facets) VALUES (?, ?, ?)", [entry.stream, words, facets])
        }
        for stream in slice.putOff {
            try database.run("INSERT OR IGNORE INTO put_off (stream) VALUES (?)", [stream])
        }
        for stream in slice.done + slice.removed {
            try database.run("DELETE FROM put_off WHERE stream = ?", [stream])
        }
        for stream in slice.removed { try remove(stream) }
        try database.run(
            "UPDATE reach SET up_to = ?, event_id = ?, older = ?", [reach.upTo, reach.eventID, reach.older])
    }

    /// Returns the newest positions of deferred events.
    func putOff(limit: Int) throws -> [Int64] {
        try database.allRows("SELECT stream FROM put_off ORDER BY stream DESC LIMIT ?", [limit]).map { $0[0] }
    }

    private func remove(_ stream: Int64) throws {
        guard
            let row = try database.firstRow("DELETE FROM entries WHERE stream = ? RETURNING words, facets", [stream])
        else { return }
        try database.run(
            "INSERT INTO search (search, rowid, words, facets) VALUES ('delete', ?, ?, ?)",
            [stream, row[0] as String, row[1] as String])
    }

    private func key(of name: String) throws -> Int64 {
        if let key = try database.integer("SELECT key FROM names WHERE name = ?", [name]) { return key }
        try database.run("INSERT INTO names (name) VALUES (?)", [name])
        return database.lastInsertedRowID
    }

    /// Returns the results, newest first.
    func find(_ question: WordQuery) throws -> [FoundWords] {
        guard let expression = try expression(question) else { return [] }
        let words = question.wantsWords ? "substr(e.words, 1, \(FoundWords.maxCharacters))" : "NULL"
        return try database.allRows(
            """
            SELECT e.stream, r.name, s.name, \(words) FROM search
            JOIN entries e ON e.stream = search.rowid
            JOIN names r ON r.key = e.room JOIN names s ON s.key = e.sender
            WHERE search MATCH ? AND search.rowid < ? ORDER BY search.rowid DESC LIMIT ?
            """, [expression, question.before, question.limit]
        ).map { FoundWords(stream: $0[0], room: $0[1], sender: $0[2], words: $0[3]) }
    }

    /// Returns the query in FTS5's syntax; `nil` if nothing can match.
    private func expression(_ question: WordQuery) throws -> String? {
        guard !question.terms.isEmpty else { return nil }
        var parts = question.terms.map { "words : " + WordTables.phrase($0) }
        parts.append(WordTables.oneOf(question.keys.map(\.facet)))
        let rooms = try keys(of: question.rooms).map { "r\($0)" }
        guard !rooms.isEmpty else { return nil }
        parts.append(WordTables.oneOf(rooms))
        if let senders = question.senders {
            let keys = try keys(of: senders).map { "u\($0)" }
            guard !keys.isEmpty else { return nil }
            parts.append(WordTables.oneOf(keys))
        }
        return parts.joined(separator: " AND ")
    }

    private func keys(of names: Set<String>) throws -> [Int64] {
        let list = JSONValue.array(names.sorted().map { .string($0) }).serializedText
        return try database.allRows(
            "SELECT key FROM names WHERE name IN (SELECT value FROM json_each(?))", [list]
        ).map { $0[0] }
    }

    private static func oneOf(_ tokens: [String]) -> String {
        "facets : (" + tokens.sorted().map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
    }

    private static func phrase(_ term: SearchTerm) -> String {
        let words = term.tokens.joined(separator: " ").replacing("\"", with: "\"\"")
        return "\"\(words)\"" + (term.isPrefix ? " *" : "")
    }
}
