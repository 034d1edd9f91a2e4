package import MatrixAPI

/// The self-signed keys of a device (client-server API, `DeviceKeys`).
package struct DeviceKeys: Hashable, Sendable {
    package let address: DeviceAddress
    package let algorithms: [String]
    package let identityKey: Curve25519PublicKey
    package let signingKey: Ed25519PublicKey
    /// The JSON with the signatures of all signers.
    package let json: JSONValue

    /// Throws if the keys are not of the requested device or lack its own signature. Otherwise a server could respond
    /// with another device's keys.
    package init(json: JSONValue, of address: DeviceAddress) throws(CryptoError) {
        let told = DeviceAddress(
            userID: try json.textMember("user_id"), deviceID: try json.textMember("device_id"))
        guard told.isSame(as: address) else { throw .otherDevice }
        try self.init(json: json, told: told)
    }

    init(json: JSONValue, told address: DeviceAddress) throws(CryptoError) {
        guard let keys = json["keys"] else { throw .missingMember("keys") }
        identityKey = try Curve25519PublicKey(base64: keys.textMember("curve25519:\(address.deviceID)"))
        signingKey = try Ed25519PublicKey(base64: keys.textMember("ed25519:\(address.deviceID)"))
        guard let algorithms = json["algorithms"]?.array else { throw .missingMember("algorithms") }
        self.algorithms = algorithms.compactMap(\.string)
        try SignedObject(json).check(signedBy: address.userID, keyName: address.deviceID, with: signingKey)
        self.address = address
        self.json = json
    }

    /// Returns a claimed one-time or fallback key of the device (client-server API, `signed_curve25519`). Throws
    /// unless the device signed it.
    package func oneTimeKey(json: JSONValue) throws(CryptoError) -> Curve25519PublicKey {
        let key = try Curve25519PublicKey(base64: json.textMember("key"))
        try SignedObject(json).check(signedBy: address.userID, keyName: address.deviceID, with: signingKey)
        return key
    }
}

/// The address of a device: its owner and its identifier.
package struct DeviceAddress: Hashable, Sendable {
    package let userID: String
    package let deviceID: String

    package init(userID: String, deviceID: String) {
        self.userID = userID
        self.deviceID = deviceID
    }

    /// Compares bytes, because Swift considers some texts equal that servers distinguish.
    package func isSame(as other: DeviceAddress) -> Bool {
        userID.utf8.elementsEqual(other.userID.utf8) && deviceID.utf8.elementsEqual(other.deviceID.utf8)
    }
}
