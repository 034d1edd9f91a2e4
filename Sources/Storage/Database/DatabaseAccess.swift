import Checkpoints
import Dispatch
import GRDB

/// The stores' way to the database: one writer, snapshots for readers, and ``StorageError`` for whatever fails.
struct DatabaseAccess: Sendable {
    let writer: any DatabaseWriter
    /// Of the file, `nil` for a database in memory.
    let path: String?
    let reads = ReadCounter()
    let use: DatabaseUse
    let written = WriteSignal()
    /// Of the file.
    let checkpointer: Checkpointer?
    private static let readers = DispatchQueue(label: "confab.reads", attributes: .concurrent)

    /// Of a file.
    init(writer: DatabasePool, path: String) {
        (self.writer, self.path, use) = (writer, path, DatabaseUse())
        checkpointer = Checkpointer(path: path, writer: writer)
    }

    /// Of what is in memory, or only read.
    init(writer: DatabaseQueue) {
        (self.writer, path, use, checkpointer) = (writer, nil, DatabaseUse(), nil)
    }

    /// Runs in one snapshot, on the caller's thread: for reads that are short.
    func read<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
        let isOnMainActor = reads.note()
        // Before anything is written the first frame is read, for which another connection would be made and read the schema
        // once more.
        if isOnMainActor, !use.hasWritten { return try readFirst(body) }
        try use.begin()
        defer { use.end() }
        do {
            return try writer.read(body)
        } catch {
            throw problem(error)
        }
    }

    /// Runs on the writer's connection, which is open already and keeps others from writing meanwhile: for what is read
    /// before anything is written.
    func readFirst<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
        try use.begin()
        defer { use.end() }
        do {
            return try writer.writeWithoutTransaction(body)
        } catch {
            throw problem(error)
        }
    }

    /// Runs in one snapshot, off the caller's thread: for reads that grow with what is kept.
    nonisolated(nonsending) func readAside<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        try use.begin()
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            // GRDB's own way would keep the connection for a moment after the answer, also beyond the end of the writer's.
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

    /// Runs in one transaction, in the order of the calls. A cancelled caller does not undo it: a line that a person
    /// sent is kept though the task that asked for it has ended.
    ///
    /// - Parameter durability: what is left of it when the power fails.
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

    /// Waits for what was asked before; what is asked later fails.
    func close() {
        guard use.close() else { return }
        checkpointer?.close()
        // The last connection writes the journal into the file and removes it, which those of readers can't.
        if let pool = writer as? DatabasePool { pool.releaseMemory() }
        // What was committed is durable without an orderly end, so that there is nothing to do where it fails.
        try? writer.close()
    }

    /// A database that turns out to be damaged while it is used is looked at when it is opened next.
    private func problem(_ error: any Error) -> StorageError {
        let problem = StorageError(error)
        if case .corrupt = problem, let path { DatabaseRescuer.suspect(path) }
        return problem
    }
}
