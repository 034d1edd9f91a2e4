package import Conversations
import GRDB

/// The keys of this device and what it knows of those of others. What is secret comes sealed and goes sealed.
package final class EncryptionStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// Runs in one transaction, which is undone where the body throws.
    nonisolated(nonsending) package func write<Value: Sendable>(
        _ body: @escaping @Sendable (EncryptionTables) throws -> Value
    ) async throws(StorageError) -> Value {
        try await access.write { try body(EncryptionTables(db: $0)) }
    }

    /// Runs in one snapshot, on the caller's thread.
    package func read<Value>(_ body: (EncryptionTables) throws -> Value) throws(StorageError) -> Value {
        try access.read { try body(EncryptionTables(db: $0)) }
    }

    /// Runs in one snapshot, off the caller's thread.
    nonisolated(nonsending) package func readAside<Value: Sendable>(
        _ body: @escaping @Sendable (EncryptionTables) throws -> Value
    ) async throws(StorageError) -> Value {
        try await access.readAside { try body(EncryptionTables(db: $0)) }
    }
}

extension EncryptionStore {
    /// What went to devices is not kept any longer. Where the power fails before that is on the disk, it goes once more, under the same
    /// transaction identifier.
    nonisolated(nonsending) package func removeDeviceMessages(_ id: Int64) async throws(StorageError) {
        try await access.write(durable: .withNext) { try EncryptionTables(db: $0).removeDeviceMessages(id) }
    }

    /// Puts what they say in place of events of a session that could not be read until now; those that can't still say why.
    ///
    /// - Parameter messages: what became of ``EncryptionTables/sealedEvents(of:)``.
    nonisolated(nonsending) package func open(
        _ messages: [Message], of session: RoomSession
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.open(messages, of: session)
            return try writer.finish()
        }
    }
}
