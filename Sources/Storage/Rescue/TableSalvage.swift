import GRDB

/// Reads the readable rows of a damaged table. It reads forward from the first row up to the damage, and backward from
/// the last row up to the damage. In the outbox, it also tries each row number in between.
struct TableSalvage {
    let db: Database
    let table: String
    let key: String

    /// The maximum number of single rows to try. An outbox never has that many unsent lines.
    private static let maxTries: Int64 = 1_000_000

    /// Returns the readable rows in the order of the key.
    func rows() -> [Row] {
        let (first, isWhole) = read(backwards: false)
        if isWhole { return first }
        let last = read(backwards: true).rows.reversed()
        let columns = (try? db.primaryKey(table).columns) ?? [key]
        func identity(of row: Row) -> [DatabaseValue] { columns.map { row[$0] ?? .null } }
        let known = Set(first.map(identity))
        let rest = last.filter { !known.contains(identity(of: $0)) }
        return first + between(first.last, rest.first) + rest
    }

    /// - Returns: the rows before the first unreadable one, and whether all rows were readable.
    private func read(backwards: Bool) -> (rows: [Row], isWhole: Bool) {
        var rows: [Row] = []
        do {
            let sql = "SELECT * FROM \(table) ORDER BY \(key) \(backwards ? "DESC" : "ASC")"
            let cursor = try Row.fetchCursor(db, sql: sql)
            while let row = try cursor.next() { rows.append(row.copy()) }
            return (rows, true)
        } catch {
            return (rows, false)
        }
    }

    private func between(_ first: Row?, _ last: Row?) -> [Row] {
        guard table == "outbox" else { return [] }
        // The number in a damaged row may have any value.
        let lowest = (first.map { $0[key] as Int64 } ?? 0) &+ 1
        let highest = last.map { $0[key] as Int64 } ?? newestNumber() &+ 1
        let (count, isTooMany) = highest.subtractingReportingOverflow(lowest)
        guard !isTooMany, count > 0, count <= Self.maxTries else { return [] }
        let sql = "SELECT * FROM \(table) WHERE \(key) = ?"
        return (lowest..<highest).compactMap {
            try? Row.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([$0]))
        }
    }

    private func newestNumber() -> Int64 {
        let sql = "SELECT seq FROM sqlite_sequence WHERE name = ?"
        return (try? Int64.fetchOne(db, sql: sql, arguments: .whole([table]))) ?? 0
    }

    /// Inserts rows. Rows of an older schema lack columns. A damaged row that doesn't fit the table is left out.
    ///
    /// - Returns: the number of rows in the table afterwards.
    static func insert(_ rows: [Row], into table: String, _ db: Database) throws -> Int {
        try insertEach(rows, into: table, db)
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
    }

    /// Inserts rows as ``insert(_:into:_:)`` does, without counting the rows of the table.
    static func insertEach(_ rows: [Row], into table: String, _ db: Database) throws {
        guard !rows.isEmpty else { return }
        // Generated columns are not included.
        let sql = "SELECT name FROM pragma_table_info(?)"
        let written = try String.fetchSet(db.cachedStatement(sql: sql), arguments: .whole([table]))
        let columns = try db.columns(in: table).filter { written.contains($0.name) }
        for row in rows {
            let present = columns.filter { row.hasColumn($0.name) }
            guard present.allSatisfy({ $0.fits(row[$0.name]) }) else { continue }
            let names = present.map(\.name).joined(separator: ", ")
            let values = StatementArguments(present.map { row[$0.name] as DatabaseValue })
            // If a row violates a constraint, only this statement is rolled back.
            try? db.execute(
                sql: "INSERT INTO \(table) (\(names)) VALUES (\(databaseQuestionMarks(count: present.count)))",
                arguments: values)
        }
    }
}

extension ColumnInfo {
    fileprivate func fits(_ value: DatabaseValue) -> Bool {
        switch value.storage {
        case .null: !isNotNull
        case .int64: type == "INTEGER"
        case .string: type == "TEXT"
        case .blob: type == "BLOB"
        case .double: type == "REAL"
        }
    }
}
