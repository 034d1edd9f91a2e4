import MatrixAPI
package import MatrixClient
import MatrixCrypto
import Storage

/// The identity of the account (client-server API, "Cross-signing").
extension EncryptionEndpoint {
    /// The known state, without a request.
    func ownIdentity() async -> OwnIdentityState {
        guard let (own, key) = await device() else { return .unknown }
        let known = ownTrust
        let state = try? await store.readAside { tables in
            try OwnIdentityReader(keys: DeviceKeyTables(tables: tables, key: key), own: own).state(known)
        }
        return state ?? .unknown
    }

    /// The account's own master key, if this device trusts it.
    func ownMasterKey() async -> Ed25519PublicKey? {
        guard let (own, key) = await device() else { return nil }
        let known = try? await store.readAside { tables in
            try OwnIdentityReader(keys: DeviceKeyTables(tables: tables, key: key), own: own).identity()
        }
        guard let (identity, isVerified) = known ?? nil, isVerified else { return nil }
        return identity.master.publicKey
    }

    /// The identifiers of the account's devices that its identity has signed; `nil` if this device doesn't trust
    /// that identity.
    func verifiedDevices() async -> Set<String>? {
        guard let (own, key) = await device() else { return nil }
        let devices = try? await store.readAside { tables -> Set<String>? in
            let reader = OwnIdentityReader(keys: DeviceKeyTables(tables: tables, key: key), own: own)
            guard let (identity, isVerified) = try reader.identity(), isVerified else { return nil }
            return Set(try reader.devices().filter { identity.vouches(for: $0.keys) }.map(\.keys.address.deviceID))
        }
        return devices ?? nil
    }

    /// Loads the account's keys from the server.
    func loadOwnKeys() async throws(IdentityError) {
        let (own, key) = try await openDevice()
        do {
            try await refreshOwn(own, key)
        } catch {
            throw IdentityError(error)
        }
    }

    /// Loads the account's keys and runs the chores.
    func bringUpToDate() async throws(IdentityError) {
        await uploadKeys()
        try await loadOwnKeys()
        await tend()
    }

    /// Creates an identity for an account that has none, if the server asks for no proof.
    func makeSilently() async throws(IdentityError) {
        try await makeOnce(proof: .nothing)
    }

    /// Creates an identity for an account that has none. The server may ask for a proof that the user owns the
    /// account.
    package func makeIdentity(proof: AccountProof) async throws(IdentityError) {
        try await makeOnce(proof: proof)
        await tend()
    }

    private func makeOnce(proof: AccountProof) async throws(IdentityError) {
        try await exclusively { () async throws -> Void in
            let (own, key) = try await self.openDevice()
            try await self.refreshOwn(own, key)
            if try await self.adoptIdentity(own, key) { return }
            guard try await self.mayMake(own) else { throw IdentityError.alreadyThere }
            try await self.make(own, key, proof: proof)
        }
    }

    /// Replaces the identity with a new one. All contacts then see a changed identity, and secrets stored under
    /// the old one become useless. Only the user decides that.
    package func resetIdentity(proof: AccountProof) async throws(IdentityError) {
        try await exclusively { () async throws -> Void in
            let (own, key) = try await self.openDevice()
            try await self.store.write { tables in
                let keys = DeviceKeyTables(tables: tables, key: key)
                // Servers accept the session of a proof only for the same request.
                if proof.session != nil, try keys.madeIdentity(of: own.userID) != nil { return }
                try keys.setMade(OwnCrossSigning(userID: own.userID))
            }
            try await self.upload(own, key, proof)
        }
        await tend()
    }

    /// Runs operations one after the other, so that this device never creates two identities.
    private func exclusively(
        _ work: @escaping @Sendable () async throws -> Void
    ) async throws(IdentityError) {
        let problem = await takeTurn { () async -> IdentityError? in
            do {
                try await work()
                return nil
            } catch {
                return IdentityError(error)
            }
        }
        if let problem { throw problem }
    }

    func openDevice() async throws(IdentityError) -> (own: DeviceAddress, key: SealingKey) {
        guard let device = await device() else { throw .withoutKeys }
        return device
    }

    // MARK: Loading from the server

    /// Loads the account's current keys from the server.
    func refreshOwn(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let generation = try await store.write { tables in
            try tables.track([own.userID])
            return try tables.outdated(among: [own.userID])[own.userID]
        }
        let answer = try await client.queryKeys(of: [own.userID])
        let server = UserID(own.userID)?.server
        // If the server gives no clear answer, nothing may be created.
        if let server, answer.failures.contains("\(server)") { throw MatrixClientError.notMatrix(status: 200) }
        let isUnreadable = try await store.write { tables in
            let trust = TrustReader(tables: tables, ownUserID: own.userID)
            try trust.store(answer, of: own.userID)
            try Self.set(answer.deviceKeys[own.userID] ?? [:], of: own.userID, generation ?? -1, tables)
            return try answer.masterKeys[own.userID] != nil && trust.person(own.userID).identity == nil
        }
        ownTrust.isAsked = true
        ownTrust.isUnreadable = isUnreadable
        devicesChanged()
    }

    /// Whether the account is known to have no identity, so that creating one replaces nothing.
    func mayMake(_ own: DeviceAddress) async throws -> Bool {
        guard ownTrust.isAsked, !ownTrust.isUnreadable else { return false }
        return try await store.readAside { tables in
            let kept = try tables.identity(of: own.userID)
            return kept.keys == nil && kept.seenKey == nil
        }
    }

    // MARK: Creating an identity

    /// Adopts the identity that this device created, if the server has it.
    ///
    /// - Returns: whether it was adopted.
    @discardableResult
    func adoptIdentity(_ own: DeviceAddress, _ key: SealingKey) async throws -> Bool {
        let isOurs = try await store.write { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard let made = try keys.madeIdentity(of: own.userID),
                let (identity, _) = try OwnIdentityReader(keys: keys, own: own).identity()
            else { return false }
            // While the new identity is being uploaded, the server still returns the old one.
            guard made.belongs(to: identity) else { return false }
            try keys.set(made, of: identity)
            try keys.setMade(nil)
            var kept = try tables.identity(of: own.userID)
            // Devices that were verified under another identity have to be verified again.
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

    /// Creates an identity. It is stored on disk before the upload, as a crash could otherwise lose its private
    /// keys.
    func make(_ own: DeviceAddress, _ key: SealingKey, proof: AccountProof) async throws {
        try await store.write { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            if try keys.madeIdentity(of: own.userID) == nil { try keys.setMade(OwnCrossSigning(userID: own.userID)) }
        }
        do {
            // A server that needs no proof for the first identity refuses this one if another device was faster.
            return try await upload(own, key, AccountProof(password: nil, session: proof.session))
        } catch let error as MatrixClientError {
            guard case .proofNeeded(let demand) = error else { throw error }
            ownTrust.demand = demand
            try await refreshOwn(own, key)
            guard try await mayMake(own) else {
                try await store.write { try DeviceKeyTables(tables: $0, key: key).setMade(nil) }
                ownTrust.demand = nil
                throw IdentityError.otherIsThere
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
        guard let (made, upload, deviceKeys) = prepared else { throw IdentityError.withoutKeys }
        try await show(deviceKeys)
        let keys = SigningKeys(
            master: upload[CrossSigningUsage.master.uploadName],
            selfSigning: upload[CrossSigningUsage.selfSigning.uploadName],
            userSigning: upload[CrossSigningUsage.userSigning.uploadName])
        try await client.uploadSigningKeys(keys, userID: own.userID, proof: proof)
        ownTrust.demand = nil
        try await refreshOwn(own, key)
        if try await adoptIdentity(own, key) { return }
        // A sync may report the new identity before the response arrives, and the chores have then adopted it.
        guard try await isTakenOver(made, own) else { throw IdentityError.otherIsThere }
    }

    /// Whether the server has an identity that this device created, and this device trusts it.
    private func isTakenOver(_ made: OwnCrossSigning, _ own: DeviceAddress) async throws -> Bool {
        try await store.readAside { tables in
            let kept = try tables.identity(of: own.userID)
            let identity = TrustReader(tables: tables, ownUserID: own.userID).identity(kept)
            guard let identity, made.belongs(to: identity) else { return false }
            return kept.verifiedKey == identity.master.name
        }
    }

    /// Uploads the device keys with the identity's signature before the identity itself. Otherwise a sender might see
    /// an identity that has not signed this device, and withhold the key.
    private func show(_ deviceKeys: JSONValue) async throws(MatrixClientError) {
        do {
            _ = try await client.uploadKeys(deviceKeys: deviceKeys, oneTimeKeys: .emptyObject)
        } catch {
            // A server may refuse to upload the same device twice; the signature is uploaded later.
            guard case .matrix(let refusal, let status, _) = error, status != 429, refusal.code != .limitExceeded else {
                throw error
            }
        }
    }
}
