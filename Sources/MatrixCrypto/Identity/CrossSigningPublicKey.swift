package import MatrixAPI

/// The public half of a cross-signing key (client-server API, "Cross-signing").
package struct CrossSigningPublicKey: Hashable, Sendable {
    package let userID: String
    package let usage: CrossSigningUsage
    package let publicKey: Ed25519PublicKey
    /// The JSON with the signatures of all signers.
    package let json: JSONValue

    /// Throws if the key is of another person, has another usage, or is more than one key. Callers check the
    /// signatures that they need.
    package init(json: JSONValue, usage: CrossSigningUsage, of userID: String) throws(CryptoError) {
        guard try json.textMember("user_id").utf8.elementsEqual(userID.utf8) else { throw .otherPerson }
        guard let usages = json["usage"]?.array else { throw .missingMember("usage") }
        // A key with two usages would be accepted in place of either.
        guard usages == [.string(usage.rawValue)] else { throw .otherUsage }
        guard let keys = json["keys"]?.object else { throw .missingMember("keys") }
        guard keys.count == 1, let (name, value) = keys.first else { throw .otherKeyCount(keys.count) }
        guard let text = value.string else { throw .missingMember(name) }
        let key = try Ed25519PublicKey(base64: text)
        // Compares bytes, because the Base64 of other clients may have padding.
        let named = name.hasPrefix(SignedObject.algorithm) ? name.dropFirst(SignedObject.algorithm.count) : ""
        guard try UnpaddedBase64.decode(named) == key.bytes else { throw .otherKeyName }
        self.userID = userID
        self.usage = usage
        self.publicKey = key
        self.json = json
    }

    /// The key's name in signatures, in the place of a device identifier.
    package var name: String { publicKey.base64 }

    /// Throws unless another cross-signing key signed it.
    package func check(signedBy signer: CrossSigningPublicKey) throws(CryptoError) {
        try SignedObject(json).check(signedBy: signer.userID, keyName: signer.name, with: signer.publicKey)
    }

    /// Throws unless a device signed it. People's own devices sign their master key.
    package func check(signedBy device: DeviceKeys) throws(CryptoError) {
        try SignedObject(json).check(
            signedBy: device.address.userID, keyName: device.address.deviceID, with: device.signingKey)
    }
}
