import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// What this device does by itself about its owner's identity, secrets and backup. Each step begins with what is on disk, so that
/// whatever was cut off is done by the next run.
extension EncryptionEndpoint {
    /// - Returns: whether nothing is left that could not be done.
    func doChores() async -> Bool {
        guard let (own, key) = await device() else { return false }
        var isDone = true
        let steps = [
            lookAtIdentity, sendSignatures, tellIdentity, askForSecrets, answerRequests, tendBackup, askBackup,
            askForKeys,
        ]
        for chore in steps {
            if Task.isCancelled { return false }
            do {
                try await chore(own, key)
            } catch {
                // The next run tries again; the other chores may be possible.
                isDone = false
            }
        }
        return isDone
    }

    /// Has the account's keys as they are now, and an identity made where the account has none.
    private func lookAtIdentity(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let isOutdated = try await store.readAside { tables in
            try !tables.outdated(among: [own.userID]).isEmpty
        }
        if isOutdated || !ownTrust.isAsked { try await refreshOwn(own, key) }
        let isOurs = try await takeOver(own, key)
        let isFree = try await mayMake(own)
        guard !isOurs, isFree, ownTrust.demand == nil else { return try await recognize(own, key) }
        do throws(IdentityProblem) {
            try await makeSilently()
        } catch {
            switch error {
            // The person is asked, or another device was quicker.
            case .client(.proofNeeded), .otherIsThere, .alreadyThere: return
            case .withoutKeys, .changedMeanwhile, .client, .storage: throw error
            }
        }
    }

    /// Whoever has the secret halves knows whose they are.
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
        // The same would be refused again.
        for failure in failures.values { ownTrust.refused.formUnion(failure.keys) }
        try await store.write { tables in try tables.setOutdated(signed.keys) }
        try await refreshOwn(own, key)
        try await refresh(signed.keys.filter { $0 != own.userID })
    }

    /// Tells how this device stands, where it is another than before.
    private func tellIdentity(_ own: DeviceAddress, _ key: SealingKey) async throws {
        if case .unconfirmed = await ownIdentity(), !ownTrust.hasLookedForOffer { try await lookForOffer(own) }
        let state = await ownIdentity()
        guard state != ownTrust.told else { return }
        ownTrust.told = state
        // Whose the backup is may be another question now.
        hasLookedAtBackup = false
        await tell(.identityChanged(state))
    }
}
