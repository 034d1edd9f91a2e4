import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// The background chores for the account's identity, secrets and backup. Each step starts from the state on disk,
/// so that the next run completes an interrupted one.
extension EncryptionEndpoint {
    /// - Returns: whether all steps succeeded.
    func doChores() async -> Bool {
        guard let (own, key) = await device() else { return false }
        var isDone = true
        let steps = [
            loadIdentity, sendSignatures, reportIdentity, askForSecrets, answerRequests, tendBackup, askBackup,
            askForKeys,
        ]
        for chore in steps {
            if Task.isCancelled { return false }
            do {
                try await chore(own, key)
            } catch {
                // The next run retries this step; the other steps may succeed.
                isDone = false
            }
        }
        return isDone
    }

    /// Loads the account's current keys, and creates an identity if the account has none.
    private func loadIdentity(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let isOutdated = try await store.readAside { tables in
            try !tables.outdated(among: [own.userID]).isEmpty
        }
        if isOutdated || !ownTrust.isAsked { try await refreshOwn(own, key) }
        let isOurs = try await adoptIdentity(own, key)
        let isFree = try await mayMake(own)
        guard !isOurs, isFree, ownTrust.demand == nil else { return try await recognize(own, key) }
        do throws(IdentityError) {
            try await makeSilently()
        } catch {
            switch error {
            // The user is asked, or another device created an identity first.
            case .client(.proofNeeded), .otherIsThere, .alreadyThere: return
            case .withoutKeys, .changedMeanwhile, .client, .storage: throw error
            }
        }
    }

    /// Trusts the identity if this device has its private keys.
    private func recognize(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let isNew = try await store.readAside { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            let known = try OwnIdentityReader(keys: keys, own: own).identity()
            guard let (identity, isVerified) = known else { return false }
            return try !isVerified && keys.crossSigning(of: identity) != nil
        }
        guard isNew else { return }
        try await store.write { tables in
            var kept = try tables.identity(of: own.userID)
            (kept.seenKey, kept.verifiedKey) = (kept.masterKey, kept.masterKey)
            try tables.set(kept)
        }
        devicesChanged()
    }

    private func sendSignatures(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let refused = ownTrust.refused
        let owed = try await store.readAside { tables in
            try OwnIdentityReader(keys: DeviceKeyTables(tables: tables, key: key), own: own)
                .owedSignatures(without: refused)
        }
        guard !owed.isEmpty else { return }
        let signed = owed.body.namedMembers.mapValues(\.namedMembers)
        let failures = try await client.uploadSignatures(signed)
        // The server would refuse the same signatures again.
        for failure in failures.values { ownTrust.refused.formUnion(failure.keys) }
        try await store.write { tables in try tables.setOutdated(signed.keys) }
        try await refreshOwn(own, key)
        try await refresh(signed.keys.filter { $0 != own.userID })
    }

    /// Reports the verification state of this device if it has changed.
    private func reportIdentity(_ own: DeviceAddress, _ key: SealingKey) async throws {
        if case .unconfirmed = await ownIdentity(), !ownTrust.hasLoadedRecoveryOffer {
            try await loadRecoveryOffer(own)
        }
        let state = await ownIdentity()
        guard state != ownTrust.told else { return }
        ownTrust.told = state
        // Whether the backup is trusted may have changed as well.
        hasLoadedBackup = false
        await post(.identityChanged(state))
    }
}
