import GRDB

/// The stores' way to the database: one writer, snapshots for readers, and ``StorageError`` for whatever fails.
struct DatabaseAccess: Sendable {
    let writer: any DatabaseWriter
    /// Of the file, `nil` for a database in memory.
    var path: String?
    let reads = ReadCounter()

    /// Runs in one snapshot, on the caller's thread: for reads that are short.
    func read<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
        reads.note()
        do {
            return try writer.read(body)
        } catch {
            throw problem(error)
        }
    }

    /// Runs on the writer's connection, which is open already and keeps others from writing meanwhile: for what is read
    /// before anything is written.
    func readFirst<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
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
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            writer.asyncRead { database in
                continuation.resume(returning: Result { try body(database.get()) })
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
    nonisolated(nonsending) func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            writer.asyncWrite(body) { _, result in continuation.resume(returning: result) }
        }
        do {
            return try result.get()
        } catch {
            throw problem(error)
        }
    }

    /// A database that turns out to be damaged while it is used is looked at when it is opened next.
    private func problem(_ error: any Error) -> StorageError {
        let problem = StorageError(error)
        if case .corrupt = problem, let path { DatabaseRescuer.suspect(path) }
        return problem
    }
}
