import GRDB
import TestSupport

/// Blocks a program's writes to its database, for less than the five seconds of its busy timeout.
final class WriteLock {
    private let queue: DatabaseQueue

    init(of person: Person) throws {
        queue = try WriteLock.connect(to: person, busyMode: .timeout(5))
        try WriteLock.execute("BEGIN IMMEDIATE", in: queue)
    }

    private init(taking queue: DatabaseQueue) {
        self.queue = queue
    }

    /// Acquires the lock in the moment between two slices of a batch.
    ///
    /// - Parameter count: The number of the sender's messages in the batch.
    /// - Returns: `nil` if the whole batch was committed before the lock was acquired, as may happen on a busy
    ///   machine.
    static func betweenSlices(of person: Person, from sender: Person, bringing count: Int) async throws -> WriteLock? {
        // A busy handler that sleeps between retries would miss the moment.
        let queue = try connect(to: person, busyMode: .callback { _ in true })
        let before = try stored(from: sender, in: queue)
        while true {
            try execute("BEGIN IMMEDIATE", in: queue)
            let came = try stored(from: sender, in: queue) - before
            if came > 0, came < count { return WriteLock(taking: queue) }
            try execute("ROLLBACK", in: queue)
            if came == count { return nil }
            // The pause lets the program write.
            guard came == 0, await Pause.milliseconds(1) else {
                throw ScreenFailure.notSeen("a half applied batch", screen: "\(came) of \(count) messages")
            }
        }
    }

    func release() throws {
        try WriteLock.execute("ROLLBACK", in: queue)
        try queue.close()
    }

    private static func connect(to person: Person, busyMode: Database.BusyMode) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = busyMode
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: person.database, configuration: configuration)
    }

    private static func execute(_ sql: String, in queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    private static func stored(from sender: Person, in queue: DatabaseQueue) throws -> Int {
        try queue.unsafeRead { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM messages WHERE sender = ?", arguments: [sender.userID]) ?? 0
        }
    }
}
