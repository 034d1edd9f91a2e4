import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// The key by which a person who has no other device is still themselves.
extension EncryptionEndpoint {
    /// Stores the secrets on the server under a new key, begins a backup where there is none that is ours, and writes what can be read here
    /// into it: whoever has the key may put this device away.
    ///
    /// - Returns: the recovery key, which nobody has but who reads it now.
    func makeRecovery() async throws(RecoveryProblem) -> String {
        do {
            let (own, key) = try await openDevice()
            try await refreshOwn(own, key)
            try await lookAtBackup(own, key)
            if backup == nil { try await makeBackup(own, key) }
            let secrets = try await store.readAside { tables -> [(name: SecretName, secret: SecretBytes)]? in
                let keys = DeviceKeyTables(tables: tables, key: key)
                guard let (identity, isVerified) = try OwnIdentityReader(keys: keys, own: own).identity(), isVerified,
                    let signing = try keys.crossSigning(of: identity)
                else { return nil }
                var secrets = CrossSigningUsage.allCases.map { (SecretName($0), signing.secret($0)) }
                if let backup = try keys.backupKey() { secrets.append((.backup, backup.text)) }
                return secrets
            }
            guard let secrets else { throw RecoveryProblem.notConfirmed }
            let storageKey = SecretStorageKey()
            try await SecretStorage(client: client, userID: own.userID).store(secrets, by: storageKey)
            ownTrust.hasLookedForOffer = false
            await backUp()
            return RecoveryKey.text(of: storageKey.secret)
        } catch {
            throw RecoveryProblem(error)
        }
    }

    /// Returns once what can be read here is in the backup, or could not be written; the chores go on with it then.
    private func backUp() async {
        await tend()
        await restored()
        await tend()
    }

    /// Takes the secrets from the server by a recovery key or a passphrase, has this device signed, and begins to read the backup.
    func recover(with text: String) async throws(RecoveryProblem) {
        do {
            let (own, key) = try await openDevice()
            try await refreshOwn(own, key)
            let storage = SecretStorage(client: client, userID: own.userID)
            guard let described = try await storage.defaultKey() else { throw RecoveryProblem.noStorage }
            let storageKey = try await RecoveryText(text: text).key(for: described)
            var secrets: [CrossSigningUsage: SecretBytes] = [:]
            for usage in CrossSigningUsage.allCases {
                secrets[usage] = try await storage.secret(SecretName(usage), key: storageKey, id: described.id)
            }
            let backup = try? await storage.secret(.backup, key: storageKey, id: described.id)
            try await keep(secrets, backup: backup, own, key)
        } catch {
            throw RecoveryProblem(error)
        }
        devicesChanged()
        await tend()
    }

    private func keep(
        _ secrets: [CrossSigningUsage: SecretBytes], backup: SecretBytes?, _ own: DeviceAddress, _ key: SealingKey
    ) async throws {
        let problem = try await store.write { tables -> RecoveryProblem? in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard let (identity, _) = try OwnIdentityReader(keys: keys, own: own).identity() else {
                return .otherIdentity
            }
            guard secrets.count == identity.keys.count else { return .incomplete }
            // Each is held against its public half, so that the server can't have us be another.
            guard let signing = try? OwnCrossSigning(secrets: secrets, of: identity) else { return .otherIdentity }
            try keys.set(signing, of: identity)
            if let backup = backup.flatMap({ try? BackupKey(text: $0) }) { try keys.set(backup) }
            var kept = try tables.identity(of: own.userID)
            (kept.seenKey, kept.verifiedKey) = (identity.master.name, identity.master.name)
            try tables.set(kept)
            return nil
        }
        if let problem { throw problem }
        (self.backup, hasLookedAtBackup) = (nil, false)
    }

    /// Whether the account's secrets are on the server, for who has to be confirmed.
    func lookForOffer(_ own: DeviceAddress) async throws {
        let storage = SecretStorage(client: client, userID: own.userID)
        ownTrust.offer = nil
        if let key = try await storage.defaultKey(), try await storage.hasIdentity(under: key) {
            ownTrust.offer = RecoveryOffer(takesPassphrase: key.passphrase != nil)
        }
        ownTrust.hasLookedForOffer = true
    }

    /// Whether the secrets are stored on the server; `nil` where nobody can look.
    func recoveryOffer() async -> RecoveryOffer?? {
        guard let (own, _) = await device() else { return nil }
        do {
            try await lookForOffer(own)
            return .some(ownTrust.offer)
        } catch {
            return nil
        }
    }
}
