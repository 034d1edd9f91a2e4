import GRDB

/// The time at which a transaction has to be on the disk. Until then it is only in the system's memory, which
/// survives a crash of the process but not a power failure.
enum Durability {
    /// At its commit.
    case now
    /// At the next commit of the other kind. This is safe if all data that depends on it is committed then.
    case withNext

    /// Runs in one transaction, which is rolled back if the body throws.
    func transaction<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
        guard self == .withNext else { return try Self.commit(db, body) }
        // SQLite changes this setting only between transactions and when the statement is compiled, so that a cached
        // statement would have no effect. In WAL mode `NORMAL` syncs no commit, and a `FULL` commit syncs all earlier
        // ones.
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
