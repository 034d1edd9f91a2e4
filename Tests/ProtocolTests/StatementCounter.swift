import GRDB
import Synchronization

@testable import Storage

/// Counts what a database in memory is told to do.
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

    /// What it did within `body`.
    func measure(_ body: () async throws -> Void) async throws -> Work {
        work.withLock { $0 = Work() }
        try await body()
        return work.withLock(\.self)
    }

    /// Ends the counting, which must happen before this goes.
    func stop() {
        access.writer.writeWithoutTransaction { $0.trace(nil) }
    }
}
