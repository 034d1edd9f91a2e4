import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// Reads the backup. Anyone who knows its public key can add keys to it, so that a key from it proves nothing
/// about the sender of a message.
struct BackupReader: Sendable {
    static let batch = 200

    let client: HomeserverClient
    let store: EncryptionStore
    let sealingKey: SealingKey
    let backupKey: BackupKey
    let version: String

    /// Loads the keys of a chat in one request, and stores them in batches. The operation is idempotent.
    ///
    /// - Returns: the number of keys that were useful.
    @concurrent
    func takeAll(of chatID: String) async throws -> Int {
        let found = try await sealed(of: chatID)
        var useful = 0
        for part in Array(found).batches(of: Self.batch) {
            try Task.checkCancellation()
            useful += try await storeKeys(part.compactMap { open($0.value, chatID, $0.key) })
        }
        try await store.write { try $0.setRestored(chatID) }
        return useful
    }

    /// Loads and stores the key of one session.
    ///
    /// - Returns: whether the key was in the backup and useful.
    @concurrent
    func takeOne(_ session: RoomSession) async throws -> Bool {
        do {
            let data = try await client.backedUpKey(
                version: version, roomID: session.chatID, sessionID: session.sessionID)
            guard let key = open(data, session.chatID, session.sessionID) else { return false }
            return try await storeKeys([key]) > 0
        } catch KeyBackupError.missing {
            return false
        }
    }

    private func sealed(of chatID: String) async throws -> [String: KeyBackupData] {
        do {
            return try await client.backedUpKeys(version: version, roomID: chatID)
        } catch KeyBackupError.missing {
            return [:]
        }
    }

    private func open(_ data: KeyBackupData, _ chatID: String, _ sessionID: String) -> ExportedRoomKey? {
        guard let sealed = try? SealedBackup(json: data.sealed), var plaintext = try? backupKey.open(sealed) else {
            return nil
        }
        defer { plaintext.withUnsafeMutableBytes(SecretBytes.overwrite) }
        guard let json = try? JSONValue(parsing: plaintext, maximumDepth: 16) else { return nil }
        return try? ExportedRoomKey(backup: json, roomID: chatID, sessionID: sessionID)
    }

    private func storeKeys(_ keys: [ExportedRoomKey]) async throws -> Int {
        try await store.write { [sealingKey] tables in
            let device = DeviceKeyTables(tables: tables, key: sealingKey)
            var useful = 0
            for key in keys {
                let gain = try device.add(key, origin: .backup)
                if [.new, .better].contains(gain) { useful += 1 }
                guard [.new, .better, .known].contains(gain) else { continue }
                let session = RoomSession(chatID: key.roomID, sessionID: key.key.sessionID)
                try tables.setBackedUp(session, firstIndex: key.key.firstIndex)
            }
            return useful
        }
    }
}

/// The state of the server's backup, as this device sees it.
package enum BackupStatus: Hashable, Sendable {
    case none
    /// The account had a trusted backup, and the server no longer has it.
    case deleted
    /// The server has a backup without a trusted signature; it is ignored.
    case foreign
    /// The backup is trusted, but its private key is not on this device: it is written and can't be read.
    case closed
    case open
}

/// The progress of restoring keys from the backup.
package enum RestoreState: Hashable, Sendable {
    /// - Parameters:
    ///   - chats: the number of chats whose keys are restored.
    ///   - of: the number of chats to restore.
    case running(chats: Int, of: Int)
    /// - Parameter keys: the number of new keys in this run.
    case finished(keys: Int)
    /// The restore failed and will be retried.
    case failed(RecoveryError)
}

/// A trusted backup.
struct VerifiedBackup: Hashable, Sendable {
    let version: String
    let publicKey: Curve25519PublicKey
    /// Whether the private key is on this device, so that the backup can be read.
    let isReadable: Bool
}
