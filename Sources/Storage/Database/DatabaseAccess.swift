import Checkpoints
import Dispatch
import GRDB

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
        let isOnMainActor = reads.note()
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
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            // GRDB's own asynchronous read would keep the connection for a moment after the result, even after the
            // writer's is closed.
            Self.readers.async { [writer, use] in
                let result = Result { try writer.read(body) }
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

    /// Writes in one transaction, in the order of the calls. A canceled caller doesn't undo it: a sent line is stored
    /// even if its task has ended.
    ///
    /// - Parameter durability: whether the transaction has to survive a power failure at once.
    nonisolated(nonsending) func write<Value: Sendable>(
        durable durability: Durability = .now, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        try use.begin(writing: true)
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            writer.asyncWriteWithoutTransaction { [use, checkpointer, written] db in
                let result = Result { try durability.transaction(db, body) }
                checkpointer?.copyWhereWorthwhile()
                written.send()
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
