package import MatrixAPI

extension OlmAccount {
    /// The algorithms that this client supports.
    package static let algorithms = ["m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2"]
    private static let keyKind = "signed_curve25519:"

    /// `device_keys` of `keys/upload`.
    package func signedDeviceKeys(of address: DeviceAddress) throws(CryptoError) -> JSONValue {
        try signed(
            [
                "user_id": .string(address.userID), "device_id": .string(address.deviceID),
                "algorithms": .array(Self.algorithms.map { .string($0) }),
                "keys": [
                    "curve25519:\(address.deviceID)": .string(identityKey.publicKey.base64),
                    "ed25519:\(address.deviceID)": .string(signingKey.publicKey.base64),
                ],
            ], by: address)
    }

    /// `one_time_keys` of `keys/upload`: the keys that were not uploaded yet.
    package func signedOneTimeKeys(of address: DeviceAddress) throws(CryptoError) -> JSONValue {
        var json = JSONValue.emptyObject
        for (keyID, key) in unpublishedOneTimeKeys {
            json[Self.keyKind + keyID] = try signed(["key": .string(key.base64)], by: address)
        }
        return json
    }

    /// `fallback_keys` of `keys/upload`: empty if the server has the key.
    package func signedFallbackKeys(of address: DeviceAddress) throws(CryptoError) -> JSONValue {
        guard let (keyID, key) = unpublishedFallbackKey else { return .emptyObject }
        var json = JSONValue.emptyObject
        json[Self.keyKind + keyID] = try signed(["key": .string(key.base64), "fallback": true], by: address)
        return json
    }

    private func signed(_ json: JSONValue, by address: DeviceAddress) throws(CryptoError) -> JSONValue {
        var object = try SignedObject(json)
        object.sign(as: address.userID, keyName: address.deviceID, with: signingKey)
        return object.json
    }
}
