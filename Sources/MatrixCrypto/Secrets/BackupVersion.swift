package import MatrixAPI

/// A backup of room keys as the server tells of it: `room_keys/version` (client-server API, "Server-side key backups").
///
/// Whoever has the server can tell of one: nothing is written into it before it was seen that it is ours, by a signature
/// (``isSigned(by:)-(DeviceKeys)``, ``isSigned(by:)-(PersonIdentity)``) or by its secret half (``belongs(to:)``).
package struct BackupVersion: Hashable, Sendable {
    /// As the server names it.
    package let version: String
    package let publicKey: Curve25519PublicKey
    /// What the server changes with each key; where it is as it was, nothing is new.
    package let etag: String
    /// How many keys are in it.
    package let count: Int64
    private let authData: JSONValue

    /// Refuses a backup of another algorithm by its name.
    package init(json: JSONValue) throws(CryptoError) {
        let algorithm = try json.textMember("algorithm")
        guard algorithm == BackupKey.algorithm else { throw .unsupportedAlgorithm(algorithm) }
        guard let authData = json["auth_data"] else { throw .missingMember("auth_data") }
        publicKey = try Curve25519PublicKey(base64: authData.textMember("public_key"))
        version = try json.textMember("version")
        etag = try json.textMember("etag")
        guard let count = json["count"]?.integer, count >= 0 else { throw .missingMember("count") }
        self.count = count
        self.authData = authData
    }

    /// Whether a device signed it. It says something where that one is ours and verified.
    package func isSigned(by device: DeviceKeys) -> Bool {
        let address = device.address
        return isSigned(as: address.userID, keyName: address.deviceID, with: device.signingKey)
    }

    /// Whether our master key signed it.
    package func isSigned(by identity: PersonIdentity) -> Bool {
        isSigned(as: identity.userID, keyName: identity.master.name, with: identity.master.publicKey)
    }

    /// Whether a key that came from where we trust is the one that reads it.
    package func belongs(to key: BackupKey) -> Bool { key.publicKey == publicKey }

    /// What makes a new backup of a key.
    ///
    /// - Parameters:
    ///   - device: signs it by its account.
    ///   - identity: signs it by the master key, where that is at hand.
    package static func body(
        for key: Curve25519PublicKey, signedBy account: OlmAccount, of device: DeviceAddress,
        and identity: OwnCrossSigning?
    ) throws(CryptoError) -> JSONValue {
        var object = try SignedObject(["public_key": .string(key.base64)])
        object.sign(as: device.userID, keyName: device.deviceID, with: account.signingKey)
        identity?.sign(&object)
        return ["algorithm": .string(BackupKey.algorithm), "auth_data": object.json]
    }

    private func isSigned(as userID: String, keyName: String, with key: Ed25519PublicKey) -> Bool {
        // What is missing or wrong counts alike.
        (try? SignedObject(authData).check(signedBy: userID, keyName: keyName, with: key)) != nil
    }
}
