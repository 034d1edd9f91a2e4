package import Conversations
import GRDB

/// The keys of this device and the known keys of others. Secrets are encrypted before they are passed here.
package final class EncryptionStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// Writes in one transaction, which is rolled back if the body throws.
    ///
    /// - Parameter durability: whether the transaction has to survive a power failure at once.
    nonisolated(nonsending) package func write<Value: Sendable>(
        durable durability: Durability = .now, _ body: @escaping @Sendable (EncryptionTables) throws -> Value
    ) async throws(StorageError) -> Value {
        try await access.write(durable: durability) { try body(EncryptionTables(db: $0)) }
    }

    /// Reads in one snapshot, on the caller's thread.
    package func read<Value>(_ body: (EncryptionTables) throws -> Value) throws(StorageError) -> Value {
        try access.read { try body(EncryptionTables(db: $0)) }
    }

    /// Reads in one snapshot, off the caller's thread.
    nonisolated(nonsending) package func readAside<Value: Sendable>(
        _ body: @escaping @Sendable (EncryptionTables) throws -> Value
    ) async throws(StorageError) -> Value {
        try await access.readAside { try body(EncryptionTables(db: $0)) }
    }
}

extension EncryptionStore {
    /// Removes messages that were sent to devices. If the power fails before the removal is on the disk, they are
    /// sent again with the same transaction identifier.
    nonisolated(nonsending) package func removeDeviceMessages(_ id: Int64) async throws(StorageError) {
        try await access.write(durable: .withNext) { try EncryptionTables(db: $0).removeDeviceMessages(id) }
    }

    /// Replaces undecrypted events of a session with decrypted ones. Events that still can't be decrypted keep the
    /// reason.
    ///
    /// - Parameters:
    ///   - messages: the results for ``EncryptionTables/sealedEvents(of:)``.
    ///   - recount: recounts the unread messages; `nil` keeps the counts.
    nonisolated(nonsending) package func open(
        _ messages: [Message], of session: RoomSession, recount: UnreadRecount? = nil
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.open(messages, of: session)
            return try writer.finish(recount: recount)
        }
    }
}
