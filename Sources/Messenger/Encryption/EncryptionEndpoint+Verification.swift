import MatrixClient
import MatrixCrypto
import Storage

/// The keys that take part in a verification.
extension EncryptionEndpoint {
    /// This device, which signs the own identity if it trusts it.
    ///
    /// - Returns: `nil` if its keys can't be opened.
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
    /// - Returns: `nil` if this device's keys can't be opened, or if the person's keys are ambiguous.
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
