import GRDB

/// Brings a database to the newest shape. The version is SQLite's `user_version`, which is part of the transaction.
struct Migrator {
    let migrations: [Migration]

    /// - Parameter file: the database's file, `nil` for one in memory; a copy of it is kept before it changes its shape.
    func migrate(_ writer: any DatabaseWriter, file: DatabaseFile?) throws {
        // Nothing else uses the database yet, and a copy can't be made within a transaction.
        try writer.barrierWriteWithoutTransaction { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            let newest = migrations.last?.version ?? 0
            guard version <= newest else { throw StorageError.newerVersion }
            let pending = migrations.filter { $0.version > version }
            if version > 0, let next = pending.first, let file {
                try db.execute(sql: "VACUUM INTO ?", arguments: .whole([file.emptyCopy(before: next.version)]))
            }
            for migration in pending {
                try db.inTransaction(.immediate) {
                    try db.execute(sql: migration.sql)
                    try db.execute(sql: "PRAGMA user_version = \(migration.version)")
                    return .commit
                }
            }
        }
    }
}
