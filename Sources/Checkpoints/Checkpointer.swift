import Dispatch
package import GRDB
import GRDBSQLite
import Synchronization

/// Copies SQLite's log into the file on a thread and a connection of its own. By itself SQLite has whoever made the log long do
/// that with the commit, which then takes the disk twice: once in a while a line of a person's own, or a slice of a sync.
package final class Checkpointer: Sendable {
    /// A log of so many pages is worth copying: 4 MB, as SQLite has it by itself.
    package static let worthwhile = 1_000
    /// With so many the writer does it, so that the log of a disk that is slower than what comes has an end: 64 MB.
    private static let most = 16_000

    private struct State {
        var pages = 0
        var isUnderWay = false
        var isClosed = false
        var completed = 0
    }

    private let path: String
    private let queue = DispatchQueue(label: "confab.checkpoint", qos: .utility)
    private let state = Mutex(State())

    /// How often the log was copied, in whole or in part.
    package var completed: Int { state.withLock { $0.completed } }

    /// Must live as long as something is written through `writer`, whose commits tell it how long the log is.
    ///
    /// - Parameter path: of the writer's file.
    package init(path: String, writer: DatabasePool) {
        self.path = path
        writer.writeWithoutTransaction { db in
            _ = sqlite3_wal_hook(
                db.sqliteConnection,
                { context, connection, _, pages in
                    guard let context else { return SQLITE_OK }
                    Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue().note(Int(pages))
                    if pages < Checkpointer.most { return SQLITE_OK }
                    // Where it is busy the next commit tries again.
                    _ = sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                    return SQLITE_OK
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    private func note(_ pages: Int) { state.withLock { $0.pages = pages } }

    /// To be called after each commit.
    package func copyWhereWorthwhile() {
        let isDue = state.withLock { state in
            guard state.pages >= Self.worthwhile, !state.isUnderWay, !state.isClosed else { return false }
            state.isUnderWay = true
            return true
        }
        guard isDue else { return }
        queue.async { self.copy() }
    }

    /// Returns once nothing is copied any more. To be called before the writer is closed.
    package func close() {
        state.withLock { $0.isClosed = true }
        queue.sync {}
    }

    private func copy() {
        // Nothing is lost where it fails: the log stays, and is tried again with the next commit.
        let isDone = (try? copied()) ?? false
        state.withLock { state in
            state.isUnderWay = false
            if isDone { state.completed += 1 }
        }
    }

    /// - Returns: `false` where somebody else is at it.
    private func copied() throws -> Bool {
        var configuration = Configuration()
        configuration.label = "confab.checkpoint"
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? connection.close() }
        return try connection.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            let isBusy = try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)")
            return isBusy == 0
        }
    }
}
