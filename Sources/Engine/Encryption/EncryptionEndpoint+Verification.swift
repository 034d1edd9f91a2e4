import MatrixAPI
import MatrixCrypto
import Storage

/// The keys that take part in a verification.
extension EncryptionEndpoint {
    /// This device as a party to a verification, with the account's master key if this device trusts it.
    ///
    /// - Returns: `nil` if its keys can't be decrypted.
    func verifyingDevice() async throws -> VerifyingDevice? {
        guard let (own, key) = await device() else { return nil }
        return try await store.readAside { tables in
            guard let account = try DeviceKeyTables(tables: tables, key: key).account() else { return nil }
            let trust = TrustReader(tables: tables, ownUserID: own.userID)
            let kept = try tables.identity(of: own.userID)
            let identity = trust.identity(kept).flatMap { $0.master.name == kept.verifiedKey ? $0 : nil }
            return VerifyingDevice(
                address: own, signingKey: account.signingKey.publicKey, masterKey: identity?.master.publicKey)
        }
    }

    /// Whether a person is a contact or in a direct chat with the account. If the disk fails, nobody is.
    func isAcquaintance(_ userID: String) async -> Bool {
        (try? await store.readAside { try $0.isAcquaintance(userID) }) ?? false
    }

    /// The known devices of a person, from disk.
    func knownDevices(of userID: String) async throws -> [DeviceAddress] {
        guard let (own, _) = await device() else { return [] }
        return try await store.readAside { tables in
            try RoomKeyRecipients(tables: tables, own: own).readingDevices(of: userID).map(\.0.address)
        }
    }

    /// A person with the keys that the server reports now.
    ///
    /// - Parameter deviceID: the only device that may answer; `nil` for any device of the person.
    /// - Returns: `nil` if this device's keys can't be decrypted, or if the person's keys are ambiguous.
    func verifyingPerson(_ userID: String, deviceID: String? = nil) async throws -> VerifyingPerson? {
        guard let (own, _) = await device() else { return nil }
        try await store.write { tables in
            try tables.track([userID])
            try tables.setOutdated([userID])
        }
        try await refresh([userID])
        return try await store.readAside { tables in
            let devices = try RoomKeyRecipients(tables: tables, own: own).readingDevices(of: userID).map(\.0)
            let identity = TrustReader(tables: tables, ownUserID: own.userID).identity(try tables.identity(of: userID))
            return try? VerifyingPerson(
                userID: userID, devices: devices.filter { deviceID == nil || $0.address.deviceID == deviceID },
                identity: identity, without: own)
        }
    }
}

/// The results of verifications.
extension EncryptionEndpoint {
    /// Stores the keys that a finished verification confirmed. They are on disk when this returns. Their
    /// signatures are uploaded now or once the server can be reached.
    func confirm(_ compared: VerifiedKeys) async throws(IdentityError) {
        let own = try await openDevice().own
        let isSame: Bool
        do {
            isSame = try await store.write { try Self.persist(compared, own, $0) }
        } catch {
            throw IdentityError(error)
        }
        guard isSame else { throw .changedMeanwhile }
        devicesChanged()
        wantChores()
        Task { await self.tend() }
    }

    /// - Returns: whether all compared keys match the known ones; otherwise nothing is stored.
    private static func persist(
        _ compared: VerifiedKeys, _ own: DeviceAddress, _ tables: EncryptionTables
    ) throws -> Bool {
        var identity = try tables.identity(of: compared.device.userID)
        let master = compared.masterKey?.base64
        guard master == nil || identity.masterKey == master, master != nil || compared.signingKey != nil else {
            return false
        }
        let isOwn = compared.device.userID.utf8.elementsEqual(own.userID.utf8)
        // A person with an identity signs their own devices, so that their compared device is not stored.
        if let signingKey = compared.signingKey, isOwn || master == nil {
            guard let kept = try device(compared.device, with: signingKey, tables) else { return false }
            try tables.setVerified(signingKey.base64, userID: kept.userID, deviceID: kept.deviceID)
        }
        guard let master else { return true }
        (identity.seenKey, identity.verifiedKey) = (master, master)
        try tables.set(identity)
        return true
    }

    private static func device(
        _ address: DeviceAddress, with signingKey: Ed25519PublicKey, _ tables: EncryptionTables
    ) throws -> StoredDevice? {
        try tables.devices(of: address.userID).first { kept in
            guard DeviceAddress(userID: kept.userID, deviceID: kept.deviceID).isSame(as: address),
                let json = try? JSONValue(parsing: kept.keys)
            else { return false }
            return (try? DeviceKeys(json: json, of: address).signingKey) == signingKey
        }
    }
}
