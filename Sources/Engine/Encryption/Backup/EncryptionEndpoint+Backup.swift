import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// The backup of room keys (client-server API, "Server-side key backups").
extension EncryptionEndpoint {
    /// Loads the server's backup and checks whether it is trusted; an untrusted backup is ignored. It is trusted if its
    /// private key is known, or by a signature of the account's identity, of this device or of another verified device.
    ///
    /// After a temporary error, the server may still have a trusted backup, so that the next run asks again.
    func loadBackup(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let told: KeyBackup
        do throws(KeyBackupError) {
            told = try await client.keyBackup()
        } catch {
            backup = nil
            // A server without support for backups would always give the same answer.
            hasLoadedBackup = error.isLasting
            guard error == .missing else { throw error }
            let wasOurs = try await store.readAside { try $0.backup() != nil }
            return await reportBackup(wasOurs ? .deleted : BackupStatus.none)
        }
        backup = try await store.write { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard let vouched = try Self.vouched(told, OwnIdentityReader(keys: keys, own: own)) else { return nil }
            try tables.set(StoredBackup(version: vouched.version, publicKey: vouched.publicKey.base64))
            return vouched
        }
        hasLoadedBackup = true
        await reportBackup(backup.map { $0.isReadable ? .open : .closed } ?? .foreign)
    }

    private func reportBackup(_ standing: BackupStatus) async {
        guard standing != toldBackup else { return }
        toldBackup = standing
        await post(.backupChanged(standing))
    }

    /// - Returns: `nil` if no trusted key has signed it.
    private static func vouched(_ told: KeyBackup, _ reader: OwnIdentityReader) throws -> VerifiedBackup? {
        let json: JSONValue = [
            "version": .string(told.version), "algorithm": .string(told.algorithm), "auth_data": told.authData,
            "etag": .string(told.state.etag ?? "none"), "count": .integer(told.state.count ?? 0),
        ]
        guard let version = try? BackupVersion(json: json) else { return nil }
        let isReadable = try reader.keys.backupKey().map(version.belongs) ?? false
        var isOurs = isReadable
        if let (identity, isVerified) = try reader.identity(), isVerified {
            isOurs = isOurs || version.isSigned(by: identity)
        }
        if let this = try reader.devices().first(where: { $0.keys.address.isSame(as: reader.own) }) {
            isOurs = isOurs || version.isSigned(by: this.keys)
        }
        isOurs = try isOurs || reader.others().contains { $0.trust == .verified && version.isSigned(by: $0.keys) }
        guard isOurs else { return nil }
        return VerifiedBackup(version: version.version, publicKey: version.publicKey, isReadable: isReadable)
    }

    /// Creates a new backup. Its key is stored on disk before the server receives it.
    func makeBackup(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let body = try await store.write { tables -> JSONValue? in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard let account = try keys.account(),
                let (identity, isVerified) = try OwnIdentityReader(keys: keys, own: own).identity(), isVerified,
                let signing = try keys.crossSigning(of: identity)
            else { return nil }
            let backupKey = BackupKey()
            try keys.set(backupKey)
            return try BackupVersion.body(for: backupKey.publicKey, signedBy: account, of: own, and: signing)
        }
        guard let body else { throw RecoveryError.notConfirmed }
        let version = try await client.makeKeyBackup(
            algorithm: BackupKey.algorithm, authData: body["auth_data"] ?? .emptyObject)
        try await loadBackup(own, key)
        guard backup?.version == version else { return }
        // The new backup is empty, so that there is nothing to restore.
        try await store.write { tables in
            for chatID in try tables.chatsToRestore() { try tables.setRestored(chatID) }
        }
    }

    /// Writes missing keys to the backup, and starts to restore the keys that are missing here.
    func tendBackup(_ own: DeviceAddress, _ key: SealingKey) async throws {
        if !hasLoadedBackup || backup?.isReadable == false { try await loadBackup(own, key) }
        guard let backup else { return }
        // Restoring first avoids writing keys that the backup has already.
        let isRestoreDue = restoreFailedAt.map { abs(now() - $0) >= ChoreState.pause } ?? true
        if backup.isReadable, isRestoreDue, try await store.readAside({ try !$0.chatsToRestore().isEmpty }) {
            return restore()
        }
        do {
            try await writeBackup(backup, key)
        } catch let problem as KeyBackupError where problem.isOfAnotherVersion {
            // Another client deleted the backup or created a new one. The user sees that now, not with the next
            // retry.
            try await loadBackup(own, key)
            if self.backup != nil { throw problem }
        }
    }

    private func writeBackup(_ backup: VerifiedBackup, _ key: SealingKey) async throws {
        do {
            try await BackupWriter(client: client, store: store, sealingKey: key, backup: backup).run()
        } catch {
            switch error as? KeyBackupError {
            case .missing, .otherVersion: hasLoadedBackup = false
            case .client, nil: break
            }
            throw error
        }
    }

    // MARK: Restoring

    /// Restores the keys of all remaining chats, one chat at a time. After an interruption it continues with the
    /// same chat.
    private func restore() {
        guard restoring == nil else { return }
        restoring = Task {
            await self.runRestore()
            self.endRestore()
        }
    }

    /// Returns when no restore is running.
    func restored() async {
        while let restoring { await restoring.value }
    }

    private func endRestore() {
        restoring = nil
        if !Task.isCancelled { Task { await self.tend() } }
    }

    private func runRestore() async {
        restoreFailedAt = nil
        guard let (_, key) = await device(), let backup, backup.isReadable else { return }
        do {
            let backupKey = try await store.readAside { try DeviceKeyTables(tables: $0, key: key).backupKey() }
            guard let backupKey else { return }
            let reader = BackupReader(
                client: client, store: store, sealingKey: key, backupKey: backupKey, version: backup.version)
            let chats = try await store.readAside { try $0.chatsToRestore() }
            var count = 0
            for (number, chatID) in chats.enumerated() {
                try Task.checkCancellation()
                await post(.restored(.running(chats: number, of: chats.count)))
                let useful = try await reader.takeAll(of: chatID)
                count += useful
                if useful > 0 { await tellKeys() }
            }
            await post(.restored(.finished(keys: count)))
        } catch {
            restoreFailedAt = now()
            if !Task.isCancelled { await post(.restored(.failed(RecoveryError(error)))) }
        }
        // The next chores write the keys that are missing in the backup, and restore chats that were added
        // meanwhile.
        wantChores()
    }

    /// Requests single keys of unreadable events from the backup, each of them once an hour.
    func askBackup(_ own: DeviceAddress, _ key: SealingKey) async throws {
        guard let backup, backup.isReadable else { return }
        let since = now() - Self.hour
        let (sessions, backupKey) = try await store.readAside { tables in
            let sessions = try tables.sessionsToAsk(backupSince: since, of: nil, limit: Self.askedAtOnce)
                .filter { try tables.isRestored($0.chatID) }
            return (sessions, try DeviceKeyTables(tables: tables, key: key).backupKey())
        }
        guard !sessions.isEmpty, let backupKey else { return }
        let reader = BackupReader(
            client: client, store: store, sealingKey: key, backupKey: backupKey, version: backup.version)
        var isUseful = false
        for session in sessions {
            isUseful = try await reader.takeOne(session) || isUseful
            let time = now()
            try await store.write { try $0.setAskedBackup(session, at: time) }
        }
        if isUseful { await tellKeys() }
    }

    /// Reports keys that did not arrive by a sync.
    func tellKeys() async {
        keysChanged()
        await post(.keysCame)
    }
}

extension KeyBackupError {
    fileprivate var isOfAnotherVersion: Bool {
        switch self {
        case .missing, .otherVersion: true
        case .client: false
        }
    }

    fileprivate var isLasting: Bool {
        switch self {
        case .missing, .otherVersion: true
        case .client(let error): !error.isTransient
        }
    }
}

/// Writes keys to a trusted backup.
struct BackupWriter: Sendable {
    /// The maximum number of keys in a request. Servers limit the size of requests, and each key is a kilobyte.
    static let batch = 100

    let client: HomeserverClient
    let store: EncryptionStore
    let sealingKey: SealingKey
    let backup: VerifiedBackup

    private struct Batch: Sendable {
        var data: [String: [String: KeyBackupData]] = [:]
        /// The row numbers of the keys that are in the backup or can't be, with their first message index.
        var numbers: [(Int64, firstIndex: UInt32)] = []
    }

    /// Writes all keys that are missing in the backup.
    ///
    /// - Throws: ``KeyBackupError`` among others: another device may have created a new backup.
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
                // A key that can't be opened would otherwise be retried forever.
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
