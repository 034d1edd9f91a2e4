import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// What people compared.
extension EncryptionEndpoint {
    /// Keeps what a finished verification found to be the same. It is on disk when this returns; signatures of it follow, now or once
    /// the server can be reached.
    func confirm(_ compared: VerifiedKeys) async throws(IdentityProblem) {
        let own = try await openDevice().own
        do {
            try await store.write { tables in
                let isOwn = compared.device.userID.utf8.elementsEqual(own.userID.utf8)
                var isKept = false
                if let master = compared.masterKey?.base64 {
                    var identity = try tables.identity(of: compared.device.userID)
                    guard identity.masterKey == master else { throw IdentityProblem.changedMeanwhile }
                    (identity.seenKey, identity.verifiedKey) = (master, master)
                    try tables.set(identity)
                    isKept = true
                }
                if let signingKey = compared.signingKey {
                    // Of somebody else with an identity, that says whose their devices are.
                    if isOwn || compared.masterKey == nil {
                        try Self.confirm(signingKey, of: compared.device, tables)
                    }
                    isKept = true
                }
                guard isKept else { throw IdentityProblem.changedMeanwhile }
            }
        } catch {
            throw IdentityProblem(error)
        }
        devicesChanged()
        wantChores()
        Task { await self.tend() }
    }

    private static func confirm(
        _ signingKey: Ed25519PublicKey, of device: DeviceAddress, _ tables: EncryptionTables
    ) throws {
        let kept = try tables.devices(of: device.userID).first { kept in
            DeviceAddress(userID: kept.userID, deviceID: kept.deviceID).isSame(as: device)
        }
        guard let kept, let json = try? JSONValue(parsing: kept.keys),
            try DeviceKeys(json: json, of: device).signingKey == signingKey
        else { throw IdentityProblem.changedMeanwhile }
        try tables.setVerified(signingKey.base64, userID: kept.userID, deviceID: kept.deviceID)
    }
}
