import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// The key by which a person who has no other device is still themselves.
extension EncryptionEndpoint {
    /// Makes a key to be written down, and begins a backup that it will open, with all that can be read here. Nothing else changes before
    /// ``keepRecovery()``: a key that was made before stays the one that counts, as nobody may have seen this one.
    ///
    /// - Returns: the recovery key, which nobody has but who reads it now.
    func makeRecovery() async throws(RecoveryProblem) -> String {
        do {
            let (own, key) = try await openDevice()
            try await refreshOwn(own, key)
            try await lookAtBackup(own, key)
            // One that can't be read here would be opened by no key that is made here.
            if backup?.isReadable != true { try await makeBackup(own, key) }
            _ = try await secretsToStore(own, key)
            await backUp()
            let made = SecretStorageKey()
            newRecoveryKey = made
            return RecoveryKey.text(of: made.secret)
        } catch {
            throw RecoveryProblem(error)
        }
    }

    /// Has the recovery key count that was made last, in place of the one before: a person has it now. Whoever has it may put this device
    /// away.
    func keepRecovery() async throws(RecoveryProblem) {
        guard let newRecoveryKey else { return }
        do {
            let (own, key) = try await openDevice()
            try await refreshOwn(own, key)
            try await lookAtBackup(own, key)
            let secrets = try await secretsToStore(own, key)
            try await SecretStorage(client: client, userID: own.userID).store(secrets, by: newRecoveryKey)
            ownTrust.hasLookedForOffer = false
            self.newRecoveryKey = nil
            await tell(.recoveryKeyKnown(true))
        } catch {
            throw RecoveryProblem(error)
        }
    }

    /// What a recovery key opens: the secrets of the identity, and that of the backup.
    private func secretsToStore(
        _ own: DeviceAddress, _ key: SealingKey
    ) async throws -> [(name: SecretName, secret: SecretBytes)] {
        guard backup?.isReadable == true else { throw RecoveryProblem.backupChanged }
        let secrets = try await store.readAside { tables -> [(name: SecretName, secret: SecretBytes)]? in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard let (identity, isVerified) = try OwnIdentityReader(keys: keys, own: own).identity(), isVerified,
                let signing = try keys.crossSigning(of: identity), let backup = try keys.backupKey()
            else { return nil }
            return CrossSigningUsage.allCases.map { (SecretName($0), signing.secret($0)) } + [(.backup, backup.text)]
        }
        guard let secrets else { throw RecoveryProblem.notConfirmed }
        return secrets
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
                secrets[usage] = try await storage.secret(SecretName(usage), key: storageKey, described: described)
            }
            let backup = try await backupSecret(of: storage, key: storageKey, described: described)
            try await keep(secrets, backup: backup, own, key)
        } catch {
            throw RecoveryProblem(error)
        }
        devicesChanged()
        await tend()
    }

    /// - Returns: `nil` where it is missing or was changed: who one is does not depend on it. A request that is lost says neither.
    private func backupSecret(
        of storage: SecretStorage, key: SecretStorageKey, described: SecretStorage.DefaultKey
    ) async throws -> SecretBytes? {
        do {
            return try await storage.secret(.backup, key: key, described: described)
        } catch is RecoveryProblem {
            return nil
        }
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
        await tell(.recoveryKeyKnown(ownTrust.offer != nil))
    }

    /// The same for who makes a recovery key, who has to know of the one that it takes the place of.
    func lookForRecoveryKey() async {
        guard !ownTrust.hasLookedForOffer, let own = try? await openDevice().own else { return }
        try? await lookForOffer(own)
    }

    /// What the server tells now of stored secrets; `nil` where it has none.
    func recoveryOffer() async throws(RecoveryProblem) -> RecoveryOffer? {
        do {
            try await lookForOffer(try await openDevice().own)
            return ownTrust.offer
        } catch {
            throw RecoveryProblem(error)
        }
    }
}
