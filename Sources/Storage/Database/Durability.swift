import GRDB

/// When a transaction has to be on the disk itself, and not only in the system's memory, which outlives the process but not the
/// power.
enum Durability {
    /// With its commit.
    case now
    /// With the next commit of the other kind: nothing is lost where what depends on it comes with that one.
    case withNext

    /// Runs in one transaction, which is undone where the body throws.
    func transaction<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
        guard self == .withNext else { return try Self.commit(db, body) }
        // SQLite takes it between two transactions only, and when the statement is compiled, so that a cached one would do
        // nothing. In its log `NORMAL` syncs no commit, and a `FULL` one all before it.
        try db.execute(sql: "PRAGMA synchronous = NORMAL")
        let result = Result { try Self.commit(db, body) }
        try db.execute(sql: "PRAGMA synchronous = FULL")
        return try result.get()
    }

    private static func commit<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
        var value: Value?
        try db.inTransaction {
            value = try body(db)
            return .commit
        }
        guard let value else { throw StorageError.other("SQLite ended a transaction without a value") }
        return value
    }
}
