import GRDB

/// Writes messages to the search index, within a transaction.
struct SearchWriter {
    let db: Database

    /// Returns the ID before which older messages are not indexed yet; `nil` if all are.
    func nextID() throws -> Int64? {
        try db.value("SELECT value FROM state WHERE name = 'next'", as: Int64.self)
    }

    func write(_ slice: SearchSlice) throws {
        var people: [String: Int64] = [:]
        var taken: [Int64: Int64] = [:]
        // FTS5 flushes its pending data whenever a row ID is lower than the previous one, so the entries are sorted.
        for entry in slice.entries.sorted(by: { ($0.timestamp, $0.messageID) < ($1.timestamp, $1.messageID) }) {
            try remove(entry.messageID)
            guard let words = entry.words else { continue }
            let sender = try people[entry.sender] ?? key(of: entry.sender)
            people[entry.sender] = sender
            let chat = entry.messageID >> MessageRowID.positionBits
            let facets = ([SearchReader.all, "c\(chat)", "u\(sender)"] + entry.contents).joined(separator: " ")
            let id = try free(entry, &taken)
            try db.run(
                "INSERT INTO entries (id, message_id, words, facets) VALUES (?, ?, ?, ?)",
                [id, entry.messageID, words, facets])
            try db.run("INSERT INTO search (rowid, words, facets) VALUES (?, ?, ?)", [id, words, facets])
        }
        if slice.isLast {
            try db.run("DELETE FROM state WHERE name = 'next'")
        } else if let next = slice.nextID {
            try db.run("UPDATE state SET value = ? WHERE name = 'next'", [next])
        }
    }

    private func remove(_ messageID: Int64) throws {
        let sql = "DELETE FROM entries WHERE message_id = ? RETURNING id, words, facets"
        let old: [any StatementValue]? = try db.first(sql, [messageID]) {
            [$0[0] as Int64, $0[1] as String, $0[2] as String]
        }
        guard let old else { return }
        try db.run("INSERT INTO search (search, rowid, words, facets) VALUES ('delete', ?, ?, ?)", old)
    }

    private func key(of userID: String) throws -> Int64 {
        let finding = "SELECT key FROM people WHERE user_id = ?"
        if let key = try db.value(finding, [userID], as: Int64.self) { return key }
        try db.run("INSERT INTO people (user_id) VALUES (?)", [userID])
        return db.lastInsertedRowID
    }

    /// Returns the entry's ID in the order of time. Messages of a chat in the same millisecond keep the order of the
    /// chat.
    ///
    /// - Parameter taken: for each wanted ID in this slice, the ID below which none is free. Bridges and imports
    ///   create many chats with messages in the same millisecond and at the same position.
    private func free(_ entry: SearchSlice.Entry, _ taken: inout [Int64: Int64]) throws -> Int64 {
        let mask = SearchReader.perMillisecond - 1
        let first = SearchReader.place(at: entry.timestamp)
        let wanted = first | (entry.messageID & mask)
        let id =
            try firstFree(from: taken[wanted] ?? wanted, through: first | mask)
            ?? firstFree(from: first, through: first | mask) ?? wanted
        taken[wanted] = id < wanted || id == first | mask ? nil : id + 1
        return id
    }

    private func firstFree(from start: Int64, through end: Int64) throws -> Int64? {
        let isTaken = "SELECT 1 FROM entries WHERE id = ?"
        if try db.value(isTaken, [start], as: Int.self) == nil { return start }
        let sql = """
            SELECT id + 1 FROM entries AS entry WHERE id >= ?1 AND id < ?2
            AND NOT EXISTS (SELECT 1 FROM entries WHERE id = entry.id + 1) ORDER BY id LIMIT 1
            """
        return try db.value(sql, [start, end], as: Int64.self)
    }
}
