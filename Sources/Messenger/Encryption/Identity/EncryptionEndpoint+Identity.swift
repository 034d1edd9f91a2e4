import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// The identity of the account's owner (client-server API, "Cross-signing").
extension EncryptionEndpoint {
    /// As it is known here; no network is awaited.
    func ownIdentity() async -> OwnIdentityState {
        guard let (own, key) = await device() else { return .unknown }
        let known = ownTrust
        let state = try? await store.readAside { tables in
            try OwnIdentityReader(keys: DeviceKeyTables(tables: tables, key: key), own: own).state(known)
        }
        return state ?? .unknown
    }

    /// The account's own master key, where this device knows that it is the person's.
    func ownMasterKey() async -> Ed25519PublicKey? {
        guard let (own, key) = await device() else { return nil }
        let known = try? await store.readAside { tables in
            try OwnIdentityReader(keys: DeviceKeyTables(tables: tables, key: key), own: own).identity()
        }
        guard let (identity, isVerified) = known ?? nil, isVerified else { return nil }
        return identity.master.publicKey
    }

    /// The account's devices that its owner has signed, by their identifiers; `nil` where this device doesn't know who that is.
    func verifiedDevices() async -> Set<String>? {
        guard let (own, key) = await device() else { return nil }
        let devices = try? await store.readAside { tables -> Set<String>? in
            let reader = OwnIdentityReader(keys: DeviceKeyTables(tables: tables, key: key), own: own)
            guard let (identity, isVerified) = try reader.identity(), isVerified else { return nil }
            return Set(try reader.devices().filter { identity.vouches(for: $0.keys) }.map(\.keys.address.deviceID))
        }
        return devices ?? nil
    }

    /// Has what the server knows, or says why not.
    func lookAtOwnKeys() async throws(IdentityProblem) {
        let (own, key) = try await openDevice()
        do {
            try await refreshOwn(own, key)
        } catch {
            throw IdentityProblem(error)
        }
    }

    /// The same, and does what follows from it.
    func bringUpToDate() async throws(IdentityProblem) {
        await uploadKeys()
        try await lookAtOwnKeys()
        await tend()
    }

    /// Makes an identity for an account that has none, where the server wants no proof.
    func makeSilently() async throws(IdentityProblem) {
        try await makeOnce(proof: .nothing)
    }

    /// Makes an identity for an account that has none. The server may want to know that it is asked by the account's owner.
    func makeIdentity(proof: AccountProof) async throws(IdentityProblem) {
        try await makeOnce(proof: proof)
        await tend()
    }

    private func makeOnce(proof: AccountProof) async throws(IdentityProblem) {
        try await exclusively { () async throws -> Void in
            let (own, key) = try await self.openDevice()
            try await self.refreshOwn(own, key)
            if try await self.takeOver(own, key) { return }
            guard try await self.mayMake(own) else { throw IdentityProblem.alreadyThere }
            try await self.make(own, key, proof: proof)
        }
    }

    /// Makes a new identity in place of the one that is there: to everybody who knew that one, the person is another from then on, and
    /// what was stored under it is of no use any more. Only a person decides that.
    func resetIdentity(proof: AccountProof) async throws(IdentityProblem) {
        try await exclusively { () async throws -> Void in
            let (own, key) = try await self.openDevice()
            try await self.store.write { tables in
                let keys = DeviceKeyTables(tables: tables, key: key)
                // Servers believe a session that proves something for the same request alone.
                if proof.session != nil, try keys.madeIdentity(of: own.userID) != nil { return }
                try keys.setMade(OwnCrossSigning(userID: own.userID))
            }
            try await self.upload(own, key, proof)
        }
        await tend()
    }

    /// One after the other, so that this device makes no two.
    private func exclusively(
        _ work: @escaping @Sendable () async throws -> Void
    ) async throws(IdentityProblem) {
        let problem = await takeTurn { () async -> IdentityProblem? in
            do {
                try await work()
                return nil
            } catch {
                return IdentityProblem(error)
            }
        }
        if let problem { throw problem }
    }

    func openDevice() async throws(IdentityProblem) -> (own: DeviceAddress, key: SealingKey) {
        guard let device = await device() else { throw .withoutKeys }
        return device
    }

    // MARK: What the server knows

    /// Has the account's keys as the server tells them now.
    func refreshOwn(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let generation = try await store.write { tables in
            try tables.track([own.userID])
            return try tables.outdated(among: [own.userID])[own.userID]
        }
        let answer = try await client.queryKeys(of: [own.userID])
        let server = UserID(own.userID)?.server
        // Who doesn't say what there is says that nothing is to be made.
        if let server, answer.failures.contains("\(server)") { throw MatrixClientError.notMatrix(status: 200) }
        let isUnreadable = try await store.write { tables in
            let trust = TrustReader(tables: tables, ownUserID: own.userID)
            try trust.keep(answer, of: own.userID)
            try Self.set(answer.deviceKeys[own.userID] ?? [:], of: own.userID, generation ?? -1, tables)
            return try answer.masterKeys[own.userID] != nil && trust.person(own.userID).identity == nil
        }
        ownTrust.isAsked = true
        ownTrust.isUnreadable = isUnreadable
        devicesChanged()
    }

    /// Whether there is nothing that an identity would replace.
    func mayMake(_ own: DeviceAddress) async throws -> Bool {
        guard ownTrust.isAsked, !ownTrust.isUnreadable else { return false }
        return try await store.readAside { tables in
            let kept = try tables.identity(of: own.userID)
            return kept.keys == nil && kept.seenKey == nil
        }
    }

    // MARK: Making one

    /// Takes over the identity that was made here, where it is the one that the server has.
    ///
    /// - Returns: whether it is ours now.
    @discardableResult
    func takeOver(_ own: DeviceAddress, _ key: SealingKey) async throws -> Bool {
        let isOurs = try await store.write { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard let made = try keys.madeIdentity(of: own.userID),
                let (identity, _) = try OwnIdentityReader(keys: keys, own: own).identity()
            else { return false }
            // While a new one is on its way to the server, the old one is what it tells.
            guard made.belongs(to: identity) else { return false }
            try keys.set(made, of: identity)
            try keys.setMade(nil)
            var kept = try tables.identity(of: own.userID)
            // What was compared under another identity is compared anew.
            if kept.seenKey != identity.master.name {
                for device in try tables.devices(of: own.userID) {
                    try tables.setVerified(nil, userID: device.userID, deviceID: device.deviceID)
                }
            }
            (kept.seenKey, kept.verifiedKey) = (identity.master.name, identity.master.name)
            try tables.set(kept)
            return true
        }
        if isOurs { devicesChanged() }
        return isOurs
    }

    /// It is on disk before the server hears of it: otherwise nobody would have its secret halves after a kill.
    func make(_ own: DeviceAddress, _ key: SealingKey, proof: AccountProof) async throws {
        try await store.write { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            if try keys.madeIdentity(of: own.userID) == nil { try keys.setMade(OwnCrossSigning(userID: own.userID)) }
        }
        do {
            // A server that asks nothing for the first one refuses it where another device was quicker.
            return try await upload(own, key, AccountProof(password: nil, session: proof.session))
        } catch let error as MatrixClientError {
            guard case .proofNeeded(let demand) = error else { throw error }
            ownTrust.demand = demand
            try await refreshOwn(own, key)
            guard try await mayMake(own) else {
                try await store.write { try DeviceKeyTables(tables: $0, key: key).setMade(nil) }
                ownTrust.demand = nil
                throw IdentityProblem.otherIsThere
            }
            guard proof.password != nil else { throw error }
            try await upload(own, key, AccountProof(password: proof.password, session: demand.session))
        }
    }

    private func upload(
        _ own: DeviceAddress, _ key: SealingKey, _ proof: AccountProof
    ) async throws {
        await uploadKeys()
        let prepared = try await store.readAside {
            tables -> (made: OwnCrossSigning, upload: JSONValue, deviceKeys: JSONValue)? in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard let account = try keys.account(), let made = try keys.madeIdentity(of: own.userID) else { return nil }
            return (
                made, try made.upload(signedBy: account, of: own),
                try made.signed(deviceKeys: account.signedDeviceKeys(of: own))
            )
        }
        guard let (made, upload, deviceKeys) = prepared else { throw IdentityProblem.withoutKeys }
        try await show(deviceKeys)
        let keys = SigningKeys(
            master: upload[CrossSigningUsage.master.uploadName],
            selfSigning: upload[CrossSigningUsage.selfSigning.uploadName],
            userSigning: upload[CrossSigningUsage.userSigning.uploadName])
        try await client.uploadSigningKeys(keys, userID: own.userID, proof: proof)
        ownTrust.demand = nil
        try await refreshOwn(own, key)
        if try await takeOver(own, key) { return }
        // A sync tells of the new identity before the server's answer does, and the chores took it over then.
        guard try await isTakenOver(made, own) else { throw IdentityProblem.otherIsThere }
    }

    /// Whether an identity that was made here is the one that the server has, and is held for the person's own.
    private func isTakenOver(_ made: OwnCrossSigning, _ own: DeviceAddress) async throws -> Bool {
        try await store.readAside { tables in
            let kept = try tables.identity(of: own.userID)
            let identity = TrustReader(tables: tables, ownUserID: own.userID).identity(kept)
            guard let identity, made.belongs(to: identity) else { return false }
            return kept.verifiedKey == identity.master.name
        }
    }

    /// Whoever writes between an identity and the signature that follows it would find a person with an identity and no device that is
    /// theirs, and keep the key back, so that the device is there with its signature before.
    private func show(_ deviceKeys: JSONValue) async throws(MatrixClientError) {
        do {
            _ = try await client.uploadKeys(deviceKeys: deviceKeys, oneTimeKeys: .emptyObject)
        } catch {
            // To some server the same device twice may be a fault, and the signature follows.
            guard case .matrix(let refusal, let status, _) = error, status != 429, refusal.code != .limitExceeded else {
                throw error
            }
        }
    }
}
