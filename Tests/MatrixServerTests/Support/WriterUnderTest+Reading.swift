import Dispatch
import GRDB
import MatrixAPI
import Testing

@testable import MatrixServer

extension WriterUnderTest {
    /// Commits the changes together, in this order, and returns the result of each.
    func inOneCommit(
        undoing: PendingChange.UndoMode = .refusesFirst, _ changes: [@Sendable (Changes) throws -> String]
    ) async throws -> [Result<String, any Error>] {
        try await whileTheWriterIsHeld(undoing: undoing, changes.map { (nil, $0) })
    }

    /// Enqueues the changes, in this order, while a commit is in progress, and returns the result of each.
    func whileTheWriterIsHeld(
        undoing: PendingChange.UndoMode = .refusesFirst,
        _ changes: [(share: PendingChange.Share?, change: @Sendable (Changes) throws -> String)]
    ) async throws -> [Result<String, any Error>] {
        let commits = server.commits
        let gate = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        // Blocks the writer, so that all changes wait for it.
        let holding = Task {
            try await commits.commit { _ in
                begin.finish()
                gate.wait()
            }
        }
        for await _ in begun {}
        var tasks: [Task<String, any Error>] = []
        for (share, change) in changes {
            tasks.append(Task { try await commits.commit(undoing: undoing, share: share, change) })
            let count = tasks.count
            try await waitUntil("the change waits") { await commits.waitingCount == count }
        }
        gate.signal()
        try await holding.value
        var results: [Result<String, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }

    /// Returns the unread counts of a user in the room.
    func counts(of user: String) async throws -> UnreadCounts {
        try await server.read { database in
            try UnreadCounter(database, user: user, ignored: [], findings: NameFindings()).counts(in: Self.room)
        }
    }

    /// Returns the texts of the room, oldest first.
    func bodies() async throws -> [String] {
        try await server.read { database in
            try EventsTable(database).oldest(in: Self.room, after: 0, upTo: .max, limit: 1000)
                .events.compactMap { $0.content["body"]?.string }
        }
    }

    /// Whether each event of the room is one level deeper than its predecessor, and none counts a notification twice
    /// or not at all.
    func hasWholeChain() async throws -> Bool {
        try await server.read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT depth, notify_ordinal, notifies FROM events ORDER BY stream")
            var ordinal: Int64 = 0
            for (place, row) in rows.enumerated() {
                ordinal += row[2] as Int64
                guard row[0] == Int64(place + 1), row[1] == ordinal else { return false }
            }
            return true
        }
    }
}
