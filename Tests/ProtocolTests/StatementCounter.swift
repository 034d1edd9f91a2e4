import GRDB
import Synchronization

@testable import Storage

/// Counts the statements and commits of an in-memory database.
final class StatementCounter: Sendable {
    struct Work: Equatable {
        var statements = 0
        var commits = 0
    }

    private let work = Mutex(Work())
    private let access: DatabaseAccess

    init(_ database: ProfileDatabase) {
        access = database.access
        access.writer.writeWithoutTransaction { db in
            db.trace { [weak self] event in
                let isCommit = "\(event)".hasPrefix("COMMIT")
                self?.work.withLock { work in
                    work.statements += 1
                    if isCommit { work.commits += 1 }
                }
            }
        }
    }

    /// Returns the database's work within `body`.
    func measure(_ body: () async throws -> Void) async throws -> Work {
        work.withLock { $0 = Work() }
        try await body()
        return work.withLock(\.self)
    }

    /// Ends the counting. Must be called before the counter is deallocated.
    func stop() {
        access.writer.writeWithoutTransaction { $0.trace(nil) }
    }
}
