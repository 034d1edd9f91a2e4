import GRDB

/// Keeps a program from writing to its database, for less than the five seconds that it waits.
final class WriteLock {
    private let queue: DatabaseQueue

    init(of person: Person) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: person.database, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func release() throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try queue.close()
    }
}
