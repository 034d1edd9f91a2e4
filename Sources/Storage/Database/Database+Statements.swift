import Foundation
import GRDB
import GRDBSQLite

/// Runs cached statements directly on SQLite. GRDB makes a dictionary of the column names for each result, and boxes
/// each argument, which takes longer than most statements of this target.
///
/// A closure must not run the SQL whose rows it reads, because both would use the same compiled statement. The number
/// of values has to be that of the statement's arguments.
extension Database {
    /// Executes a statement without a result.
    func run(_ sql: String, _ values: [(any StatementValue)?] = []) throws {
        let statement = try DirectStatement(self, sql, values)
        defer { statement.reset() }
        while try statement.step() {}
    }

    /// Calls a closure with each row, until it asks to stop.
    func visit(
        _ sql: String, _ values: [(any StatementValue)?] = [], _ body: (ResultRow) throws -> RowVisit
    ) throws {
        let statement = try DirectStatement(self, sql, values)
        defer { statement.reset() }
        while try statement.step(), try body(statement.row) == .next {}
    }

    /// Calls a closure with each row.
    func each(
        _ sql: String, _ values: [(any StatementValue)?] = [], _ body: (ResultRow) throws -> Void
    ) throws {
        let statement = try DirectStatement(self, sql, values)
        defer { statement.reset() }
        while try statement.step() { try body(statement.row) }
    }

    /// Returns what a closure makes of each row.
    func all<Value>(
        _ sql: String, _ values: [(any StatementValue)?] = [], _ read: (ResultRow) throws -> Value
    ) throws -> [Value] {
        let statement = try DirectStatement(self, sql, values)
        defer { statement.reset() }
        var all: [Value] = []
        while try statement.step() { all.append(try read(statement.row)) }
        return all
    }

    /// Returns the first column of each row.
    func all<Column: ResultColumn>(
        _ sql: String, _ values: [(any StatementValue)?] = [], as type: Column.Type
    ) throws -> [Column] {
        try all(sql, values) { $0[0] }
    }

    /// Returns what a closure makes of the first row; `nil` if there is none.
    func first<Value>(
        _ sql: String, _ values: [(any StatementValue)?] = [], _ read: (ResultRow) throws -> Value
    ) throws -> Value? {
        let statement = try DirectStatement(self, sql, values)
        defer { statement.reset() }
        return try statement.step() ? try read(statement.row) : nil
    }

    /// Returns the first column of the first row; `nil` if there is no row, or if it is NULL.
    func value<Column: ResultColumn>(
        _ sql: String, _ values: [(any StatementValue)?] = [], as type: Column.Type = Column.self
    ) throws -> Column? {
        try first(sql, values) { $0[0] as Column? } ?? nil
    }
}

/// A compiled statement of the connection's cache, with its arguments.
struct DirectStatement {
    private let statement: Statement

    /// Compiles a statement whose arguments the caller binds before each ``step()``.
    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        assert(sqlite3_stmt_busy(statement.sqliteStatement) == 0, "a statement runs within itself: \(sql)")
        reset()
    }

    /// - Throws: ``StorageError`` if a text contains U+0000, or if the number of values is wrong.
    init(_ db: Database, _ sql: String, _ values: [(any StatementValue)?]) throws {
        try self.init(db, sql)
        let arguments = Int(sqlite3_bind_parameter_count(statement.sqliteStatement))
        guard arguments == values.count else {
            throw StorageError.other("SQLite got \(values.count) values for \(arguments)")
        }
        for index in values.indices {
            if let value = values[index] {
                try value.bind(to: self, at: Int32(index + 1))
            } else {
                try bindNull(at: Int32(index + 1))
            }
        }
    }

    var row: ResultRow { ResultRow(statement: statement.sqliteStatement) }

    /// - Returns: whether there is another row.
    func step() throws -> Bool {
        let code = sqlite3_step(statement.sqliteStatement)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            defer { reset() }
            throw error(code)
        }
    }

    /// Ends the execution, and frees the values. The result code is ignored, because ``step()`` has thrown that error.
    func reset() {
        sqlite3_reset(statement.sqliteStatement)
        sqlite3_clear_bindings(statement.sqliteStatement)
    }

    func bindNull(at index: Int32) throws { try check(sqlite3_bind_null(statement.sqliteStatement, index)) }

    func bind(_ number: Int64, at index: Int32) throws {
        try check(sqlite3_bind_int64(statement.sqliteStatement, index, number))
    }

    func bind(_ number: Double, at index: Int32) throws {
        try check(sqlite3_bind_double(statement.sqliteStatement, index, number))
    }

    func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        // SQLite would store an empty blob without an address as NULL.
        let code =
            bytes.isEmpty
            ? sqlite3_bind_zeroblob(statement.sqliteStatement, index, 0)
            : sqlite3_bind_blob64(
                statement.sqliteStatement, index, bytes.baseAddress, UInt64(bytes.count), Self.copied)
        try check(code)
    }

    /// - Throws: ``StorageError`` if the text contains U+0000, at which SQLite would end it. Two identifiers that
    ///   differ after it would be equal. Texts from people and servers pass ``Swift/String/storable`` before.
    func bind(_ text: String, at index: Int32) throws {
        guard text.isStorable else { throw StorageError.other("a text holds U+0000") }
        var text = text
        let code = text.withUTF8 { bytes in
            // SQLite would store an empty text without an address as NULL.
            guard let start = bytes.baseAddress else {
                return sqlite3_bind_text(statement.sqliteStatement, index, "", 0, Self.copied)
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text64(
                    statement.sqliteStatement, index, $0, UInt64(bytes.count), Self.copied, UInt8(SQLITE_UTF8))
            }
        }
        try check(code)
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> DatabaseError {
        let message = sqlite3_errmsg(sqlite3_db_handle(statement.sqliteStatement)).map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
    }

    /// `SQLITE_TRANSIENT`, a macro that is not visible in Swift: the value is copied.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

/// Whether ``GRDB/Database/visit(_:_:_:)`` continues after a row.
enum RowVisit {
    case next
    case stop
}

/// The current row of a statement. It is valid until the next step.
struct ResultRow {
    fileprivate let statement: OpaquePointer

    /// - Parameter index: the number of the column, from 0.
    subscript<Column: ResultColumn>(index: Int) -> Column { Column(statement, at: Int32(index)) }

    func hasNull(at index: Int) -> Bool { sqlite3_column_type(statement, Int32(index)) == SQLITE_NULL }
}

/// A type that a statement takes as an argument.
protocol StatementValue {
    func bind(to statement: DirectStatement, at index: Int32) throws
}

/// A type that a column of a result is read as. NULL is read as 0 or empty, or as `nil` by an optional type.
protocol ResultColumn {
    init(_ statement: OpaquePointer, at index: Int32)
}

extension Int64: StatementValue, ResultColumn {
    func bind(to statement: DirectStatement, at index: Int32) throws { try statement.bind(self, at: index) }

    init(_ statement: OpaquePointer, at index: Int32) { self = sqlite3_column_int64(statement, index) }
}

extension Int: StatementValue, ResultColumn {
    func bind(to statement: DirectStatement, at index: Int32) throws { try statement.bind(Int64(self), at: index) }

    init(_ statement: OpaquePointer, at index: Int32) { self = Int(sqlite3_column_int64(statement, index)) }
}

extension Double: StatementValue, ResultColumn {
    func bind(to statement: DirectStatement, at index: Int32) throws { try statement.bind(self, at: index) }

    init(_ statement: OpaquePointer, at index: Int32) { self = sqlite3_column_double(statement, index) }
}

extension Bool: StatementValue, ResultColumn {
    func bind(to statement: DirectStatement, at index: Int32) throws {
        try statement.bind(Int64(self ? 1 : 0), at: index)
    }

    init(_ statement: OpaquePointer, at index: Int32) { self = sqlite3_column_int64(statement, index) != 0 }
}

extension String: StatementValue, ResultColumn {
    func bind(to statement: DirectStatement, at index: Int32) throws { try statement.bind(self, at: index) }

    init(_ statement: OpaquePointer, at index: Int32) {
        let start = sqlite3_column_text(statement, index)
        let count = Int(sqlite3_column_bytes(statement, index))
        self.init(decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
    }
}

extension Data: StatementValue, ResultColumn {
    func bind(to statement: DirectStatement, at index: Int32) throws {
        try withUnsafeBytes { try statement.bindBlob($0, at: index) }
    }

    init(_ statement: OpaquePointer, at index: Int32) {
        let start = sqlite3_column_blob(statement, index)
        let count = Int(sqlite3_column_bytes(statement, index))
        self.init(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}

extension Optional: ResultColumn where Wrapped: ResultColumn {
    init(_ statement: OpaquePointer, at index: Int32) {
        self = sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : Wrapped(statement, at: index)
    }
}
