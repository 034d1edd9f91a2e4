import MatrixAPI
import MatrixClient
import MatrixCrypto

/// A user whose devices have keys that they signed.
struct KeyedPerson: Sendable {
    let identity: OwnCrossSigning
    let devices: [KeyedDevice]

    var userID: String { identity.userID }

    /// - Parameter keys: The number of keys of each device that can be claimed.
    init(_ userID: String, deviceIDs: [String], keys: Int) throws(CryptoError) {
        let identity = OwnCrossSigning(userID: userID)
        self.identity = identity
        var devices: [KeyedDevice] = []
        for deviceID in deviceIDs {
            let address = DeviceAddress(userID: userID, deviceID: deviceID)
            devices.append(try KeyedDevice(address, of: identity, oneTimeKeys: keys))
        }
        self.devices = devices
    }

    /// Uploads the user's cross-signing keys.
    func uploadIdentity(by client: HomeserverClient) async throws {
        guard let device = devices.first else { return }
        let upload = try identity.upload(signedBy: device.account, of: device.address)
        let keys = SigningKeys(
            master: upload[CrossSigningUsage.master.uploadName],
            selfSigning: upload[CrossSigningUsage.selfSigning.uploadName],
            userSigning: upload[CrossSigningUsage.userSigning.uploadName])
        try await client.uploadSigningKeys(keys, userID: userID)
    }
}
