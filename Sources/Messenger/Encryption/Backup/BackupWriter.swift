import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// Writes keys to a trusted backup.
struct BackupWriter: Sendable {
    /// The maximum number of keys in a request. Servers limit the size of requests, and each key is a kilobyte.
    static let batch = 100

    let client: HomeserverClient
    let store: EncryptionStore
    let sealingKey: SealingKey
    let backup: VouchedBackup

    private struct Batch: Sendable {
        var data: [String: [String: KeyBackupData]] = [:]
        /// The row numbers of the keys that are in the backup or can't be, with their first message index.
        var numbers: [(Int64, firstIndex: UInt32)] = []
    }

    /// Writes all keys that are missing in the backup.
    ///
    /// - Throws: ``KeyBackupProblem`` among others: another device may have created a new backup.
    @concurrent
    func run() async throws {
        while true {
            try Task.checkCancellation()
            let batch = try await next()
            if batch.numbers.isEmpty { return }
            if !batch.data.isEmpty { _ = try await client.backUp(batch.data, version: backup.version) }
            try await store.write { tables in
                for (number, firstIndex) in batch.numbers { try tables.setBackedUp(number, firstIndex: firstIndex) }
            }
        }
    }

    private func next() async throws -> Batch {
        try await store.readAside { [sealingKey, backup] tables in
            let keys = DeviceKeyTables(tables: tables, key: sealingKey)
            var batch = Batch()
            for (number, kept) in try tables.roomKeysToBackUp(limit: Self.batch) {
                batch.numbers.append((number, kept.firstIndex))
                // A key that can't be opened would otherwise be retried for ever.
                guard let exported = try? keys.open(kept).exported else { continue }
                let before = batch.data[kept.chatID]?[kept.sessionID]
                if let before, before.firstIndex <= Int64(kept.firstIndex) { continue }
                var plaintext = exported.backup.serialized
                defer { plaintext.withUnsafeMutableBytes(SecretBytes.overwrite) }
                let sealed = try SealedBackup(sealing: plaintext, for: backup.publicKey)
                batch.data[kept.chatID, default: [:]][kept.sessionID] = KeyBackupData(
                    firstIndex: Int64(kept.firstIndex), forwardedCount: 0,
                    isVerified: kept.origin == .own, sealed: sealed.json)
            }
            return batch
        }
    }
}
