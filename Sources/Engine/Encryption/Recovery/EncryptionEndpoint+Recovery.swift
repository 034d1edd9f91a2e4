import MatrixAPI
import MatrixCrypto
import Storage

/// The recovery key, which verifies this device without another device.
extension EncryptionEndpoint {
    /// Creates a recovery key, and a backup with all keys of this device, which the recovery key will decrypt. Nothing
    /// else changes before ``activateRecoveryKey()``. The previous recovery key stays valid until then, as the user may
    /// not have seen the new one.
    ///
    /// - Returns: the recovery key, which is stored nowhere else.
    package func makeRecovery() async throws(RecoveryError) -> String {
        do {
            let (own, key) = try await openDevice()
            try await refreshOwn(own, key)
            try await loadBackup(own, key)
            // A backup that can't be read here could not be opened by the new recovery key either.
            if backup?.isReadable != true { try await makeBackup(own, key) }
            _ = try await secretsToStore(own, key)
            await backUp()
            let made = SecretStorageKey()
            newRecoveryKey = made
            return RecoveryKey.text(of: made.secret)
        } catch {
            throw RecoveryError(error)
        }
    }

    /// Activates the last created recovery key in place of the previous one, after the user has saved it. From then on,
    /// the account can be recovered without this device.
    package func activateRecoveryKey() async throws(RecoveryError) {
        guard let newRecoveryKey else { return }
        do {
            let (own, key) = try await openDevice()
            try await refreshOwn(own, key)
            try await loadBackup(own, key)
            let secrets = try await secretsToStore(own, key)
            try await SecretStorage(client: client, userID: own.userID).store(secrets, by: newRecoveryKey)
            ownTrust.hasLoadedRecoveryOffer = false
            self.newRecoveryKey = nil
            await post(.recoveryKeyKnown(true))
        } catch {
            throw RecoveryError(error)
        }
    }

    /// The secrets that are stored encrypted with a recovery key: those of the identity and that of the backup.
    private func secretsToStore(
        _ own: DeviceAddress, _ key: SealingKey
    ) async throws -> [(name: SecretName, secret: SecretBytes)] {
        guard backup?.isReadable == true else { throw RecoveryError.backupChanged }
        let secrets = try await store.readAside { tables -> [(name: SecretName, secret: SecretBytes)]? in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard let (identity, isVerified) = try OwnIdentityReader(keys: keys, own: own).identity(), isVerified,
                let signing = try keys.crossSigning(of: identity), let backup = try keys.backupKey()
            else { return nil }
            return CrossSigningUsage.allCases.map { (SecretName($0), signing.secret($0)) } + [(.backup, backup.text)]
        }
        guard let secrets else { throw RecoveryError.notConfirmed }
        return secrets
    }

    /// Returns when all readable keys are in the backup, or could not be written; the chores then retry that.
    private func backUp() async {
        await tend()
        await restored()
        await tend()
    }

    /// Loads the secrets with a recovery key or a passphrase, signs this device, and starts to restore the
    /// backup.
    package func recover(with text: String) async throws(RecoveryError) {
        do {
            let (own, key) = try await openDevice()
            try await refreshOwn(own, key)
            let storage = SecretStorage(client: client, userID: own.userID)
            guard let described = try await storage.defaultKey() else { throw RecoveryError.noStorage }
            let storageKey = try await RecoveryText(text: text).key(for: described)
            var secrets: [CrossSigningUsage: SecretBytes] = [:]
            for usage in CrossSigningUsage.allCases {
                secrets[usage] = try await storage.secret(SecretName(usage), key: storageKey, described: described)
            }
            let backup = try await backupSecret(of: storage, key: storageKey, described: described)
            try await persist(secrets, backup: backup, own, key)
        } catch {
            throw RecoveryError(error)
        }
        devicesChanged()
        await tend()
    }

    /// - Returns: `nil` if the secret is missing or was changed, since the identity does not depend on it. A
    ///   failed request throws instead.
    private func backupSecret(
        of storage: SecretStorage, key: SecretStorageKey, described: SecretStorage.DefaultKey
    ) async throws -> SecretBytes? {
        do {
            return try await storage.secret(.backup, key: key, described: described)
        } catch is RecoveryError {
            return nil
        }
    }

    private func persist(
        _ secrets: [CrossSigningUsage: SecretBytes], backup: SecretBytes?, _ own: DeviceAddress, _ key: SealingKey
    ) async throws {
        let problem = try await store.write { tables -> RecoveryError? in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard let (identity, _) = try OwnIdentityReader(keys: keys, own: own).identity() else {
                return .otherIdentity
            }
            guard secrets.count == identity.keys.count else { return .incomplete }
            // Each private key is checked against its public key, so that the server can't substitute an
            // identity.
            guard let signing = try? OwnCrossSigning(secrets: secrets, of: identity) else { return .otherIdentity }
            try keys.set(signing, of: identity)
            if let backup = backup.flatMap({ try? BackupKey(text: $0) }) { try keys.set(backup) }
            var kept = try tables.identity(of: own.userID)
            (kept.seenKey, kept.verifiedKey) = (identity.master.name, identity.master.name)
            try tables.set(kept)
            return nil
        }
        if let problem { throw problem }
        (self.backup, hasLoadedBackup) = (nil, false)
    }

    /// Checks whether the account's secrets are on the server, for verifying this device.
    func loadRecoveryOffer(_ own: DeviceAddress) async throws {
        let storage = SecretStorage(client: client, userID: own.userID)
        ownTrust.offer = nil
        if let key = try await storage.defaultKey(), try await storage.hasIdentity(under: key) {
            ownTrust.offer = RecoveryOffer(takesPassphrase: key.passphrase != nil)
        }
        ownTrust.hasLoadedRecoveryOffer = true
        await post(.recoveryKeyKnown(ownTrust.offer != nil))
    }

    /// Runs the same check before a recovery key is created, since the user has to know about the one that it replaces.
    package func lookForRecoveryKey() async {
        guard !ownTrust.hasLoadedRecoveryOffer, let own = try? await openDevice().own else { return }
        try? await loadRecoveryOffer(own)
    }

    /// The secrets that the server stores now; `nil` if there are none.
    func recoveryOffer() async throws(RecoveryError) -> RecoveryOffer? {
        do {
            try await loadRecoveryOffer(try await openDevice().own)
            return ownTrust.offer
        } catch {
            throw RecoveryError(error)
        }
    }
}

/// The typed text: a recovery key or its passphrase.
struct RecoveryText: Sendable {
    let text: String

    /// The key of secret storage for the text, checked against its description. The time depends on the rounds of
    /// a passphrase.
    @concurrent
    func key(for described: SecretStorage.DefaultKey) async throws(RecoveryError) -> SecretStorageKey {
        guard described.description["algorithm"]?.string == SecretStorageKey.algorithm else { throw .unknownStorage }
        let typed = try? RecoveryKey.key(from: text)
        if let typed, let key = Self.fitting(typed, described) { return key }
        guard let passphrase = described.passphrase else { throw typed == nil ? .malformed : .wrongKey }
        guard let key = Self.fitting(passphrase.key(of: text), described) else { throw .wrongKey }
        return key
    }

    private static func fitting(_ secret: SecretBytes, _ described: SecretStorage.DefaultKey) -> SecretStorageKey? {
        guard let key = try? SecretStorageKey(secret: secret) else { return nil }
        return (try? key.check(described.description)).map { key }
    }
}
