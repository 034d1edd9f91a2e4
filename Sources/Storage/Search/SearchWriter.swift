import GRDB

/// Writes messages to the search index, within a transaction.
struct SearchWriter {
    let db: Database

    /// Returns the ID before which older messages are not indexed yet; `nil` if all are.
    func nextID() throws -> Int64? {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT value FROM state WHERE name = 'next'"))
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
            try db.cachedStatement(sql: "INSERT INTO entries (id, message_id, words, facets) VALUES (?, ?, ?, ?)")
                .execute(arguments: .whole([id, entry.messageID, words, facets]))
            try db.cachedStatement(sql: "INSERT INTO search (rowid, words, facets) VALUES (?, ?, ?)")
                .execute(arguments: .whole([id, words, facets]))
        }
        if slice.isLast {
            try db.execute(sql: "DELETE FROM state WHERE name = 'next'")
        } else if let next = slice.nextID {
            try db.cachedStatement(sql: "UPDATE state SET value = ? WHERE name = 'next'")
                .execute(arguments: .whole([next]))
        }
    }

    private func remove(_ messageID: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "DELETE FROM entries WHERE message_id = ? RETURNING id, words, facets")
        guard let row = try Row.fetchOne(statement, arguments: .whole([messageID])) else { return }
        try db.cachedStatement(sql: "INSERT INTO search (search, rowid, words, facets) VALUES ('delete', ?, ?, ?)")
            .execute(arguments: .whole([row[0] as Int64, row[1] as String, row[2] as String]))
    }

    private func key(of userID: String) throws -> Int64 {
        let finding = try db.cachedStatement(sql: "SELECT key FROM people WHERE user_id = ?")
        if let key = try Int64.fetchOne(finding, arguments: .whole([userID])) { return key }
        try db.cachedStatement(sql: "INSERT INTO people (user_id) VALUES (?)").execute(arguments: .whole([userID]))
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
        let isTaken = try db.cachedStatement(sql: "SELECT 1 FROM entries WHERE id = ?")
        if try Int.fetchOne(isTaken, arguments: .whole([start])) == nil { return start }
        let statement = try db.cachedStatement(
            sql: """
                SELECT id + 1 FROM entries AS entry WHERE id >= ?1 AND id < ?2
                AND NOT EXISTS (SELECT 1 FROM entries WHERE id = entry.id + 1) ORDER BY id LIMIT 1
                """)
        return try Int64.fetchOne(statement, arguments: .whole([start, end]))
    }
}
