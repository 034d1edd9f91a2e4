import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// The results of verifications.
extension EncryptionEndpoint {
    /// Stores the keys that a finished verification confirmed. They are on disk when this returns. Their
    /// signatures are uploaded now or once the server can be reached.
    func confirm(_ compared: VerifiedKeys) async throws(IdentityProblem) {
        let own = try await openDevice().own
        let isSame: Bool
        do {
            isSame = try await store.write { try Self.keep(compared, own, $0) }
        } catch {
            throw IdentityProblem(error)
        }
        guard isSame else { throw .changedMeanwhile }
        devicesChanged()
        wantChores()
        Task { await self.tend() }
    }

    /// - Returns: whether all compared keys match the known ones; otherwise nothing is stored.
    private static func keep(
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
    ) throws -> KeptDevice? {
        try tables.devices(of: address.userID).first { kept in
            guard DeviceAddress(userID: kept.userID, deviceID: kept.deviceID).isSame(as: address),
                let json = try? JSONValue(parsing: kept.keys)
            else { return false }
            return (try? DeviceKeys(json: json, of: address).signingKey) == signingKey
        }
    }
}
