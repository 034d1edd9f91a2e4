import GRDB
import MatrixAPI

/// Statements are prepared once a connection: preparing costs more than running them.
///
/// These are the only way to SQLite's values: GRDB binds a text up to its first U+0000, so that another would be stored than
/// was checked. One that holds it is refused here, whoever let it in.
extension Database {
    typealias Arguments = [(any DatabaseValueConvertible)?]

    func firstRow(_ sql: String, _ arguments: Arguments = []) throws -> Row? {
        try Row.fetchOne(try cachedStatement(sql: sql), arguments: whole(arguments))
    }

    func allRows(_ sql: String, _ arguments: Arguments = []) throws -> [Row] {
        try Row.fetchAll(try cachedStatement(sql: sql), arguments: whole(arguments))
    }

    /// Calls `body` with each row in turn, which it may not keep: many rows need the memory of one.
    func eachRow(_ sql: String, _ arguments: Arguments = [], _ body: (Row) throws -> Void) throws {
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: whole(arguments))
        while let row = try rows.next() { try body(row) }
    }

    /// As ``eachRow(_:_:_:)``, as long as `body` says that it wants another.
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

    /// - Throws: a ``Refusal``, which undoes the one change and leaves those beside it in the group.
    private func whole(_ arguments: Arguments) throws -> StatementArguments {
        for case let text as String in arguments where text.holdsNull {
            throw Refusal.invalid("A text holds U+0000")
        }
        return StatementArguments(arguments)
    }
}
