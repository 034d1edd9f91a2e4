import MatrixAPI
import MatrixClient
import MatrixCrypto

/// A device with valid keys, so that others can encrypt for it. It decrypts nothing.
struct KeyedDevice: Sendable {
    static let algorithm = "signed_curve25519"

    let address: DeviceAddress
    let account: OlmAccount
    /// The keys, signed by the device and by its owner.
    let keys: DeviceKeys

    /// - Parameter count: The number of one-time keys that can be claimed.
    init(_ address: DeviceAddress, of owner: OwnCrossSigning, oneTimeKeys count: Int) throws(CryptoError) {
        var account = OlmAccount()
        account.makeOneTimeKeys(count)
        self.address = address
        self.account = account
        let own = try DeviceKeys(json: account.signedDeviceKeys(of: address), of: address)
        var upload = SignatureUpload()
        try owner.sign(own, into: &upload)
        keys = try DeviceKeys(json: own.json.signed(by: upload, at: address), of: address)
    }

    /// The keys by algorithm and identifier, as they are uploaded.
    var oneTimeKeys: [String: JSONValue] {
        get throws(CryptoError) { try account.signedOneTimeKeys(of: address).namedMembers }
    }

    func upload(by client: HomeserverClient) async throws {
        _ = try await client.uploadKeys(deviceKeys: keys.json, oneTimeKeys: .object(oneTimeKeys))
    }
}

extension JSONValue {
    /// Returns the keys with the owner's signature beside the device's own.
    fileprivate func signed(by upload: SignatureUpload, at address: DeviceAddress) -> JSONValue {
        let added = upload.body[address.userID]?[address.deviceID]?["signatures"]?[address.userID]
        var signatures = self["signatures"] ?? .emptyObject
        var own = signatures[address.userID] ?? .emptyObject
        for (name, signature) in added?.namedMembers ?? [:] { own[name] = signature }
        signatures[address.userID] = own
        var signed = self
        signed["signatures"] = signatures
        return signed
    }
}
