import Checkpoints
import Dispatch
import DurableFiles
import GRDB
import Synchronization

/// The stores' access to the database: one writer, snapshots for readers, and ``StorageError`` for all failures.
struct DatabaseAccess: Sendable {
    let writer: any DatabaseWriter
    /// The path of the file; `nil` for a database in memory.
    let path: String?
    let reads = ReadCounter()
    let use: DatabaseUse
    let written = WriteSignal()
    /// The checkpointer of a file; `nil` otherwise.
    let checkpointer: Checkpointer?
    private static let readers = DispatchQueue(label: "confab.reads", attributes: .concurrent)

    /// Accesses a file.
    init(writer: DatabasePool, path: String) {
        (self.writer, self.path, use) = (writer, path, DatabaseUse())
        checkpointer = Checkpointer(path: path, writer: writer)
    }

    /// Accesses a database in memory, or a read-only one.
    init(writer: DatabaseQueue) {
        (self.writer, path, use, checkpointer) = (writer, nil, DatabaseUse(), nil)
    }

    /// Reads in one snapshot, on the caller's thread. Use this for short reads.
    func read<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
        let isOnMainActor = reads.countRead()
        // The first frame is read before anything is written. It uses the writer's connection, because another
        // connection would have to read the schema once more.
        if isOnMainActor, !use.hasWritten { return try readFirst(body) }
        try use.begin()
        defer { use.end() }
        do {
            return try writer.read(body)
        } catch {
            throw problem(error)
        }
    }

    /// Reads on the writer's connection, which is already open. This blocks writes, so it is used only before
    /// anything is written.
    func readFirst<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
        try use.begin()
        defer { use.end() }
        do {
            return try writer.writeWithoutTransaction(body)
        } catch {
            throw problem(error)
        }
    }

    /// Reads in one snapshot, off the caller's thread. Use this for reads that grow with the stored data.
    nonisolated(nonsending) func readAside<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        try use.begin()
        do {
            // GRDB's own asynchronous read would keep the connection for a moment after the result, even after the
            // writer's is closed.
            return try await Self.readers.run { [writer, use] () throws -> Value in
                defer { use.end() }
                return try writer.read(body)
            }
        } catch {
            throw problem(error)
        }
    }

    /// Writes in one transaction, in the order of the calls. A canceled caller doesn't undo it: a sent line is stored
    /// even if its task has ended.
    ///
    /// - Parameters:
    ///   - durability: whether the transaction has to survive a power failure at once.
    ///   - signals: `false` for a transaction that adds nothing to `search_queue`. Otherwise its messages would stay
    ///     unindexed until the next write.
    nonisolated(nonsending) func write<Value: Sendable>(
        durable durability: Durability = .now, signals: Bool = true,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        try use.begin(writing: true)
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            writer.asyncWriteWithoutTransaction { [use, checkpointer, written] db in
                let result = Result { try durability.transaction(db, body) }
                checkpointer?.copyWhereWorthwhile()
                if signals { written.send() }
                use.end()
                continuation.resume(returning: result)
            }
        }
        do {
            return try result.get()
        } catch {
            throw problem(error)
        }
    }

    /// Waits for pending requests; later ones fail.
    func close() {
        guard use.close() else { return }
        checkpointer?.close()
        // The last connection writes the journal into the file and removes it. The readers' connections can't do
        // that, so they are closed first.
        if let pool = writer as? DatabasePool { pool.releaseMemory() }
        // Committed transactions are durable without an orderly close, so an error here is ignored.
        try? writer.close()
    }

    /// Marks a database that is found damaged during use, so that it is checked when it is opened next.
    private func problem(_ error: any Error) -> StorageError {
        let problem = StorageError(error)
        if case .corrupt = problem, let path { DatabaseRescuer.suspect(path) }
        return problem
    }
}

/// Counts pending database requests, so that the database is closed only after they end. SQLite's connections must
/// not be used after they are closed.
final class DatabaseUse: Sendable {
    private struct State {
        var isClosed = false
        var hasWritten = false
        var underWay = 0
    }

    private let state = Mutex(State())
    private let group = DispatchGroup()

    var isClosed: Bool { state.withLock { $0.isClosed } }
    /// Whether a write was requested so far.
    var hasWritten: Bool { state.withLock { $0.hasWritten } }
    /// The number of pending requests.
    var underWay: Int { state.withLock { $0.underWay } }

    /// Begins a request. Each call needs a call of ``end()``.
    ///
    /// - Throws: ``StorageError`` if the database is closed.
    func begin(writing: Bool = false) throws(StorageError) {
        let isOpen = state.withLock { state in
            guard !state.isClosed else { return false }
            state.hasWritten = state.hasWritten || writing
            state.underWay += 1
            group.enter()
            return true
        }
        guard isOpen else { throw .other("SQLite is closed") }
    }

    func end() {
        state.withLock { $0.underWay -= 1 }
        group.leave()
    }

    /// Rejects new requests, and returns when the pending ones have ended.
    ///
    /// - Returns: `false` if it was closed before.
    func close() -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        group.wait()
        return isFirst
    }
}

/// The time at which a transaction has to be on the disk. Until then it is only in the system's memory, which
/// survives a crash of the process but not a power failure.
package enum Durability: Sendable {
    /// When it is committed.
    case now
    /// At the next commit with ``now``. This is safe if no data that depends on it is committed earlier.
    case withNext

    /// Runs in one transaction, which is rolled back if the body throws.
    func transaction<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
        guard self == .withNext else { return try Self.commit(db, body) }
        // SQLite changes this setting only between transactions and when the statement is compiled, so that a cached
        // statement would have no effect. In WAL mode `NORMAL` syncs no commit, and a `FULL` commit syncs all earlier
        // ones.
        try db.execute(sql: "PRAGMA synchronous = NORMAL")
        let result = Result { try Self.commit(db, body) }
        try db.execute(sql: "PRAGMA synchronous = FULL")
        return try result.get()
    }

    private static func commit<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
        var value: Value?
        try db.inTransaction {
            value = try body(db)
            return .commit
        }
        guard let value else { throw StorageError.other("SQLite ended a transaction without a value") }
        return value
    }
}

/// Counts the reads that block the main actor, because the screen is not redrawn while it waits for the disk.
final class ReadCounter: Sendable {
    private static let isMain: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()
    private let count = Atomic(0)

    var onMainActor: Int { count.load(ordering: .relaxed) }

    /// - Returns: whether the read blocks the main actor.
    func countRead() -> Bool {
        // Checks for the main queue. On Linux the main actor doesn't run on the process's first thread.
        guard DispatchQueue.getSpecific(key: Self.isMain) ?? false else { return false }
        count.add(1, ordering: .relaxed)
        return true
    }
}

/// Notifies one subscriber of writes that may have queued messages for the search index. Several writes since its
/// last notification cause only one more.
struct WriteSignal: Sendable {
    let all: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// The first notification is sent at the beginning, for data of an earlier run.
    init() {
        (all, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        send()
    }

    func send() { continuation.yield() }
}
