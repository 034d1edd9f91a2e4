import Conversations
import GRDB

/// Salvages imported chats from a damaged database, because no server has them.
struct ImportedSalvage {
    /// The path of a copy of the damaged file, which may be changed.
    let path: String

    private static let tables = ["chats", "chat_keys", "messages", "members", "edits", "reactions"]
    /// The tables with a chat's and its messages' data, by chat identifier, and the column that orders them.
    private static let parts = [("members", "user_id"), ("edits", "event_id"), ("reactions", "event_id")]
    private static let backwards = " DESC"
    /// The maximum number of rows in memory.
    private static let maxRows = 500

    /// Moves the chats, within a transaction of the new database, which has no chats yet.
    ///
    /// - Returns: the number of chats.
    func move(into db: Database) throws -> Int {
        if (try? reading { _ in }) == nil { try? FirstPage.rebuild(in: path, tables: Self.tables) }
        return (try? reading { damaged in try Self.move(damaged, into: db) }) ?? 0
    }

    private func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction { db in
            for table in Self.tables {
                guard try db.tableExists(table) else { throw StorageError.corrupt("no \(table)") }
            }
            return try body(db)
        }
    }

    private static func move(_ damaged: Database, into db: Database) throws -> Int {
        let isImported = "GLOB '\(Chat.importedPrefix)*'"
        // The indexes of these tables are missing if the list of tables was rebuilt.
        let keys = rows("SELECT key, * FROM chat_keys NOT INDEXED WHERE chat_id \(isImported) ORDER BY 1", [], damaged)
        let chats = rows("SELECT rowid, * FROM chats NOT INDEXED WHERE id \(isImported) ORDER BY 1", [], damaged)
        _ = try TableSalvage.insert(chats, into: "chats", db)
        _ = try TableSalvage.insert(keys, into: "chat_keys", db)
        let stored = "SELECT key, chat_id FROM chat_keys"
        for row in try Row.fetchAll(db, sql: stored) {
            let (key, chatID): (Int64, String) = (row[0], row[1])
            try moveMessages(key, damaged, into: db)
            for (table, column) in parts {
                let sql = "SELECT \(column), * FROM \(table) WHERE chat_id = ? ORDER BY 1"
                let found = rows(sql, try .whole([chatID]), damaged)
                try TableSalvage.insertEach(found, into: table, db)
            }
            try complete(chatID, db)
        }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM chats") ?? 0
    }

    private static func moveMessages(_ key: Int64, _ damaged: Database, into db: Database) throws {
        let (first, end) = (key << MessageRowID.positionBits, (key &+ 1) << MessageRowID.positionBits)
        let range = "SELECT id FROM messages NOT INDEXED WHERE id >= \(first) AND id < \(end) ORDER BY id"
        var numbers = ids(range, damaged)
        if !numbers.isWhole {
            numbers.all.formUnion(ids(range + Self.backwards, damaged).all)
            // The index has the messages between, because its pages may be intact.
            let indexed = "SELECT id FROM messages INDEXED BY messages_by_event WHERE chat_key = \(key)"
            numbers.all.formUnion(ids(indexed, damaged).all)
        }
        var rows: [Row] = []
        for id in numbers.all.sorted() {
            let sql = "SELECT * FROM messages WHERE id = ?"
            if let row = try? Row.fetchOne(damaged.cachedStatement(sql: sql), arguments: .whole([id])) {
                rows.append(row)
            }
            guard rows.count >= maxRows else { continue }
            try TableSalvage.insertEach(rows, into: "messages", db)
            rows = []
        }
        try TableSalvage.insertEach(rows, into: "messages", db)
    }

    /// Restores a chat whose own row is lost from its messages, and updates its last message.
    private static func complete(_ chatID: String, _ db: Database) throws {
        var row = try ChatRow.fetch(db, id: chatID) ?? ChatRow(id: chatID, membership: .left)
        let timeline = TimelineWriter(db: db, chatID: chatID)
        row.lastPosition = try timeline.lastSaidPosition()
        row.chat.lastActivity = try timeline.timestamp(at: row.lastPosition) ?? row.chat.lastActivity
        try row.save(db)
    }

    private static func ids(_ sql: String, _ db: Database) -> (all: Set<Int64>, isWhole: Bool) {
        var all: Set<Int64> = []
        do {
            let cursor = try Int64.fetchCursor(db, sql: sql)
            while let id = try cursor.next() { all.insert(id) }
            return (all, true)
        } catch {
            return (all, false)
        }
    }

    /// Reads rows up to the damage, and from the end back to it.
    ///
    /// - Parameter sql: a query whose first column is unique and orders the rows.
    private static func rows(_ sql: String, _ arguments: StatementArguments, _ db: Database) -> [Row] {
        var all: [DatabaseValue: Row] = [:]
        for direction in ["", Self.backwards] {
            do {
                let cursor = try Row.fetchCursor(db, sql: sql + direction, arguments: arguments)
                while let row = try cursor.next() { all[row[0]] = row.copy() }
                break
            } catch { continue }
        }
        return Array(all.values)
    }
}
