import GRDB

/// Migrates a database to the newest schema. The version is SQLite's `user_version`, which is part of the
/// transaction.
struct Migrator {
    let migrations: [Migration]
    /// See ``MessageTableMigration``.
    var sliceSize = 5_000

    /// Runs pending migrations. Fast migrations share one transaction, so that the disk is synced once.
    ///
    /// - Parameters:
    ///   - file: the database's file, which is copied before its schema changes; `nil` for one in memory.
    ///   - progress: called with the completed part, 0…1, if the migration takes long.
    func migrate(
        _ writer: any DatabaseWriter, file: DatabaseFile?, progress: (Double) -> Void = { _ in }
    ) throws {
        // No other connection uses the database yet, and a copy can't be made within a transaction.
        try writer.barrierWriteWithoutTransaction { db in
            db.add(function: .confusableSkeleton)
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            let newest = migrations.last?.version ?? 0
            guard version <= newest else { throw StorageError.newerVersion }
            let move = MessageTableMigration(db: db, sliceSize: sliceSize)
            // Finishes a move that an earlier run began.
            try move.finish(progress)
            var pending = migrations.filter { $0.version > version }[...]
            var done = 0.0
            if version > 0, let next = pending.first, let file {
                try copy(db, to: file.emptyCopy(before: next.version)) { progress($0 * Self.shareOfCopy) }
                done = Self.shareOfCopy
            }
            while !pending.isEmpty {
                // An empty database has no messages to move.
                let first = version == 0 ? nil : pending.firstIndex(where: \.movesMessages)
                let end = first.map { $0 + 1 } ?? pending.endIndex
                try run(pending[..<end], db)
                pending = pending[end...]
                try move.finish { progress(done + $0 * (1 - done)) }
            }
        }
    }

    /// The approximate share of the copy in the duration of a migration that moves messages.
    private static let shareOfCopy = 0.2

    private func run(_ migrations: ArraySlice<Migration>, _ db: Database) throws {
        try db.inTransaction(.immediate) {
            for migration in migrations {
                try db.execute(sql: migration.sql)
                try db.execute(sql: "PRAGMA user_version = \(migration.version)")
                if migration.movesMessages { _ = try MessageTableMigration(db: db, sliceSize: sliceSize).isNeeded() }
            }
            return .commit
        }
    }

    private func copy(_ db: Database, to path: String, progress: (Double) -> Void) throws {
        let copy = try DatabaseQueue(path: path)
        try withoutActuallyEscaping(progress) { progress in
            try copy.writeWithoutTransaction { target in
                // An incomplete copy is created again, so no journal is needed.
                try target.execute(sql: "PRAGMA journal_mode = OFF")
                try db.backup(to: target, pagesPerStep: 1_000) { step in
                    progress(Double(step.completedPageCount) / Double(max(step.totalPageCount, 1)))
                }
            }
        }
        try copy.close()
    }
}
