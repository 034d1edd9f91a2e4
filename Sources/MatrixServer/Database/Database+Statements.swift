import GRDB
import MatrixAPI

/// Runs SQL. Statements are prepared once per connection, since preparing them costs more than running them.
///
/// All access to SQLite's values goes through these functions. GRDB binds a text only up to its first U+0000, so a
/// different text would be stored than was checked. A text that holds it is refused here, however it got in.
extension Database {
    typealias Arguments = [(any DatabaseValueConvertible)?]

    func firstRow(_ sql: String, _ arguments: Arguments = []) throws -> Row? {
        try Row.fetchOne(try cachedStatement(sql: sql), arguments: whole(arguments))
    }

    func allRows(_ sql: String, _ arguments: Arguments = []) throws -> [Row] {
        try Row.fetchAll(try cachedStatement(sql: sql), arguments: whole(arguments))
    }

    /// Calls `body` with each row in turn. `body` may not keep the row: many rows need the memory of one.
    func eachRow(_ sql: String, _ arguments: Arguments = [], _ body: (Row) throws -> Void) throws {
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: whole(arguments))
        while let row = try rows.next() { try body(row) }
    }

    /// Works as ``eachRow(_:_:_:)``, but stops when `body` returns `false`.
    func rows(_ sql: String, _ arguments: Arguments = [], while body: (Row) throws -> Bool) throws {
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: whole(arguments))
        while let row = try rows.next(), try body(row) {}
    }

    func strings(_ sql: String, _ arguments: Arguments = []) throws -> [String] {
        try String.fetchAll(try cachedStatement(sql: sql), arguments: whole(arguments))
    }

    func integer(_ sql: String, _ arguments: Arguments = []) throws -> Int64? {
        try Int64.fetchOne(try cachedStatement(sql: sql), arguments: whole(arguments))
    }

    func run(_ sql: String, _ arguments: Arguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: whole(arguments))
    }

    /// - Throws: An ``EndpointError``, which undoes this change and keeps the other changes of the group.
    private func whole(_ arguments: Arguments) throws -> StatementArguments {
        for case let text as String in arguments where text.holdsNull {
            throw EndpointError.invalid("A text holds U+0000")
        }
        return StatementArguments(arguments)
    }
}
