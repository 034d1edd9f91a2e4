import GRDB

/// Moves the messages, gaps and last positions of chats from the schema before ``Migration/places`` to the new one, in
/// slices of one transaction each. The old data stays until all of it is moved. An interrupted move continues after its
/// last slice.
///
/// In the old schema, positions around gaps were so far apart that few of them fit into an ID. The move shrinks these
/// distances; neighbors stay neighbors, and the order is kept. Once released, this is never edited, like the migration
/// to which it belongs.
struct MessageTableMigration {
    let db: Database
    /// The number of positions that a transaction moves; its writes stay in the journal until it ends.
    let sliceSize: Int

    /// The new distance between two positions with a gap between them: the size of a new chunk.
    private static let distance: Int64 = 1 << 25
    /// From this position on, the distance is smaller, so that a chat with any number of gaps fits.
    private static let crowded: Int64 = 1 << 41
    private static let smallDistance: Int64 = 1 << 10
    /// The maximum absolute value of a chat's first new position, so that all of its positions fit into an ID.
    private static let furthestBeginning: Int64 = 1 << 40

    static func isUnderWay(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT 1 FROM sqlite_master WHERE name = 'move'") != nil
    }

    /// Whether there is data to move. If not, this ends the move within the transaction.
    func isNeeded() throws -> Bool {
        guard try Self.isUnderWay(db) else { return false }
        if try nextChat(after: "") != nil { return true }
        try end()
        return false
    }

    /// Moves all remaining data.
    ///
    /// - Parameter progress: called before each slice with the moved part, 0…1.
    func finish(_ progress: (Double) -> Void) throws {
        guard try isNeeded() else { return }
        try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS steps (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)")
        var isDone = false
        while !isDone {
            progress(try fraction())
            try db.inTransaction(.immediate) {
                isDone = try moveSlice()
                if isDone { try end() }
                return .commit
            }
        }
        try db.execute(sql: "DELETE FROM temp.steps")
    }

    private func fraction() throws -> Double {
        try Double.fetchOne(db, sql: "SELECT moved * 1.0 / max(total, 1) FROM move") ?? 1
    }

    private func end() throws {
        try db.execute(
            sql: """
                DROP TABLE old_messages;
                DROP TABLE old_gaps;
                DROP TABLE old_ends;
                DROP TABLE move;
                """)
    }

    /// - Returns: whether nothing is left.
    private func moveSlice() throws -> Bool {
        guard let row = try Row.fetchOne(db, sql: "SELECT chat_id, old_position, new_position FROM move") else {
            return true
        }
        var chatID: String = row[0]
        var last: (old: Int64, new: Int64)?
        if let old: Int64 = row[1], let new: Int64 = row[2] { last = (old, new) }
        var left = sliceSize
        while left > 0 {
            if let beginning = try last ?? beginning(of: chatID) {
                let count = try moveChat(chatID, after: beginning, most: left)
                left -= count
                if count > 0 {
                    last = try Row.fetchOne(db, sql: "SELECT old, new FROM temp.steps ORDER BY old DESC LIMIT 1").map {
                        ($0[0], $0[1])
                    }
                    continue
                }
            }
            guard let next = try nextChat(after: chatID) else { return true }
            (chatID, last) = (next, nil)
        }
        try db.execute(
            sql: "UPDATE move SET chat_id = ?, old_position = ?, new_position = ?",
            arguments: .whole([chatID, last?.old, last?.new]))
        return false
    }

    private func nextChat(after chatID: String) throws -> String? {
        let sql = """
            SELECT min(id) FROM (
                SELECT min(chat_id) AS id FROM old_messages WHERE chat_id > ?1
                UNION ALL SELECT min(chat_id) FROM old_gaps WHERE chat_id > ?1
                UNION ALL SELECT min(chat_id) FROM old_ends WHERE chat_id > ?1)
            """
        return try String.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID]))
    }

    /// Returns the position before the chat's first one, in the old and the new numbering.
    private func beginning(of chatID: String) throws -> (old: Int64, new: Int64)? {
        let sql = """
            SELECT min(first) FROM (
                SELECT min(position) AS first FROM old_messages WHERE chat_id = ?1
                UNION ALL SELECT min(position) FROM old_gaps WHERE chat_id = ?1
                UNION ALL SELECT position FROM old_ends WHERE chat_id = ?1)
            """
        guard let first = try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID])) else {
            return nil
        }
        return (first - 1, min(max(first, -Self.furthestBeginning), Self.furthestBeginning) - 1)
    }

    /// - Returns: the number of moved positions.
    private func moveChat(_ chatID: String, after last: (old: Int64, new: Int64), most: Int) throws -> Int {
        try db.execute(sql: "DELETE FROM temp.steps")
        let distance = last.new < Self.crowded ? Self.distance : Self.smallDistance
        let steps = """
            INSERT INTO temp.steps (old, new)
            WITH places AS (
                SELECT * FROM (
                    SELECT position FROM old_messages WHERE chat_id = ?1 AND position > ?2 ORDER BY position LIMIT ?5)
                UNION SELECT * FROM (
                    SELECT position FROM old_gaps WHERE chat_id = ?1 AND position > ?2 ORDER BY position LIMIT ?5)
                UNION SELECT position FROM old_ends WHERE chat_id = ?1 AND position > ?2
                ORDER BY position LIMIT ?5),
            distances AS (
                SELECT position, position - lag(position, 1, ?2) OVER (ORDER BY position) AS distance FROM places)
            SELECT position, ?3 + sum(min(distance, ?4)) OVER (ORDER BY position) FROM distances
            """
        try db.cachedStatement(sql: steps).execute(arguments: .whole([chatID, last.old, last.new, distance, most]))
        let count = db.changesCount
        guard count > 0 else { return 0 }
        try moveMessages(of: chatID)
        let gaps = """
            INSERT INTO gaps (chat_id, position, token)
            SELECT ?1, new, token FROM temp.steps CROSS JOIN old_gaps ON chat_id = ?1 AND position = old
            """
        try db.cachedStatement(sql: gaps).execute(arguments: .whole([chatID]))
        let end = """
            UPDATE chats SET last_position = new FROM old_ends JOIN temp.steps ON old = old_ends.position
            WHERE old_ends.chat_id = ?1 AND chats.id = ?1
            """
        try db.cachedStatement(sql: end).execute(arguments: .whole([chatID]))
        return count
    }

    private func moveMessages(of chatID: String) throws {
        let key = """
            INSERT INTO chat_keys (chat_id) SELECT ?1 WHERE EXISTS (SELECT 1 FROM old_messages WHERE chat_id = ?1)
            ON CONFLICT (chat_id) DO NOTHING
            """
        try db.cachedStatement(sql: key).execute(arguments: .whole([chatID]))
        let messages = """
            INSERT INTO messages (id, \(Self.columns))
            SELECT (SELECT (key << 43) + 4398046511104 FROM chat_keys WHERE chat_id = ?1) + new, \(Self.columns)
            FROM temp.steps CROSS JOIN old_messages ON chat_id = ?1 AND position = old ORDER BY old
            """
        try db.cachedStatement(sql: messages).execute(arguments: .whole([chatID]))
        try db.cachedStatement(sql: "UPDATE move SET moved = moved + ?")
            .execute(arguments: .whole([db.changesCount]))
    }

    private static let columns = """
        kind, event_id, sender, timestamp, is_removed, edit_id, body, formatted_body, subject_id, subject_name, \
        subject_change, reply_to, transaction_id, mentions, removal_id, removed_by, removed_at, removal_reason, \
        event_type, source
        """
}
