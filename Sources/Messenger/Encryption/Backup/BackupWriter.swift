import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// Writes keys into a backup that was seen to be ours.
struct BackupWriter: Sendable {
    /// Servers bound what they take at once; each key is a kilobyte.
    static let batch = 100

    let client: HomeserverClient
    let store: EncryptionStore
    let sealingKey: SealingKey
    let backup: VouchedBackup

    private struct Batch: Sendable {
        var data: [String: [String: KeyBackupData]] = [:]
        /// The numbers of what is in it, or can't be, with the first message that each reads.
        var numbers: [(Int64, firstIndex: UInt32)] = []
    }

    /// Writes all that is not in it.
    ///
    /// - Throws: ``KeyBackupProblem`` among others: another device may have begun a new one.
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
                // One that can't be opened would be tried for ever.
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
