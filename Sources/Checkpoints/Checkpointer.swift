import Dispatch
package import GRDB
import GRDBSQLite
import Synchronization

/// Checkpoints SQLite's write-ahead log on a separate thread and connection. By default, SQLite checkpoints within the
/// commit that makes the log exceed a limit. That commit, which may store a message or a part of a sync, then waits for
/// the disk twice.
package final class Checkpointer: Sendable {
    /// The number of log pages from which the separate thread does a checkpoint: 4 MB, SQLite's default.
    package static let worthwhile = 1_000
    /// The number of log pages from which the commit itself does a checkpoint: 64 MB. This limits the size of the log
    /// on a slow disk.
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

    /// The number of checkpoints done, in whole or in part.
    package var completed: Int { state.withLock { $0.completed } }

    /// Registers a hook on `writer` that records the number of log pages after each commit. The hook doesn't retain
    /// this object, which must live as long as `writer` is used.
    ///
    /// - Parameter path: the path of the writer's file.
    package init(path: String, writer: DatabasePool) {
        self.path = path
        writer.writeWithoutTransaction { db in
            _ = sqlite3_wal_hook(
                db.sqliteConnection,
                { context, connection, _, pages in
                    guard let context else { return SQLITE_OK }
                    Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue().note(Int(pages))
                    if pages < Checkpointer.most { return SQLITE_OK }
                    // If the database is busy, the next commit tries again.
                    _ = sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                    return SQLITE_OK
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    private func note(_ pages: Int) { state.withLock { $0.pages = pages } }

    /// Starts a checkpoint if the log has at least ``worthwhile`` pages. Call it after each commit.
    package func copyWhereWorthwhile() {
        state.withLock { state in
            guard state.pages >= Self.worthwhile, !state.isUnderWay, !state.isClosed else { return }
            state.isUnderWay = true
            // Under the lock, so that ``close()`` waits for it.
            queue.async { self.copy() }
        }
    }

    /// Waits until no checkpoint is running. Call it before closing the writer.
    package func close() {
        state.withLock { $0.isClosed = true }
        queue.sync {}
    }

    private func copy() {
        // A failure loses nothing: the log stays, and the next commit tries again.
        let isDone = (try? copied()) ?? false
        state.withLock { state in
            state.isUnderWay = false
            if isDone { state.completed += 1 }
        }
    }

    /// Does a passive checkpoint on a connection of its own.
    ///
    /// - Returns: `false` if another checkpoint is running.
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
