import GRDB
import GRDBSQLite
import Synchronization

@testable import Storage

/// Counts the work of SQLite for an in-memory database: statements, and virtual machine instructions, which grow
/// with every row touched.
final class WorkMeter: Sendable {
    struct Work: Equatable {
        var statements = 0
        var instructions = 0
    }

    private let work = Mutex(Work())
    private let access: DatabaseAccess

    init(_ database: ProfileDatabase) {
        access = database.access
        access.writer.writeWithoutTransaction { db in
            db.trace { [weak self] _ in self?.work.withLock { $0.statements += 1 } }
            let context = Unmanaged.passUnretained(self).toOpaque()
            sqlite3_progress_handler(
                db.sqliteConnection, 1,
                { context in
                    guard let context else { return 0 }
                    Unmanaged<WorkMeter>.fromOpaque(context).takeUnretainedValue().work.withLock {
                        $0.instructions += 1
                    }
                    return 0
                }, context)
        }
    }

    /// Returns the work of SQLite within `body`.
    func measure(_ body: () throws -> Void) throws -> Work {
        work.withLock { $0 = Work() }
        try body()
        return work.withLock { $0 }
    }

    func measure(_ body: () async throws -> Void) async throws -> Work {
        work.withLock { $0 = Work() }
        try await body()
        return work.withLock { $0 }
    }

    /// Ends the counting. Must be called before the meter is deallocated.
    func stop() {
        access.writer.writeWithoutTransaction { db in
            db.trace(nil)
            sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil)
        }
    }
}
