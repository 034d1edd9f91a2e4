package import MatrixAPI

/// The public half of a key that signs keys (client-server API, "Cross-signing").
package struct CrossSigningPublicKey: Hashable, Sendable {
    package let userID: String
    package let usage: CrossSigningUsage
    package let publicKey: Ed25519PublicKey
    /// With the signatures of all who signed it.
    package let json: JSONValue

    /// Refuses what is another person's, for something else, or more than one key. Whose signatures are on it is looked at by whoever
    /// needs them.
    package init(json: JSONValue, usage: CrossSigningUsage, of userID: String) throws(CryptoError) {
        guard try json.textMember("user_id").utf8.elementsEqual(userID.utf8) else { throw .otherPerson }
        guard let usages = json["usage"]?.array else { throw .missingMember("usage") }
        // A key for two things at once would be taken for either, wherever the other is asked for.
        guard usages == [.string(usage.rawValue)] else { throw .otherUsage }
        guard let keys = json["keys"]?.object else { throw .missingMember("keys") }
        guard keys.count == 1, let (name, value) = keys.first else { throw .otherKeyCount(keys.count) }
        guard let text = value.string else { throw .missingMember(name) }
        let key = try Ed25519PublicKey(base64: text)
        // By its bytes: the Base64 of others may have padding.
        let named = name.hasPrefix(SignedObject.algorithm) ? name.dropFirst(SignedObject.algorithm.count) : ""
        guard try UnpaddedBase64.decode(named) == key.bytes else { throw .otherKeyName }
        self.userID = userID
        self.usage = usage
        self.publicKey = key
        self.json = json
    }

    /// Its own name, which stands where a device's identifier does.
    package var name: String { publicKey.base64 }

    /// Throws unless another such key signed it.
    package func check(signedBy signer: CrossSigningPublicKey) throws(CryptoError) {
        try SignedObject(json).check(signedBy: signer.userID, keyName: signer.name, with: signer.publicKey)
    }

    /// Throws unless a device signed it, as people's own devices do with their master key.
    package func check(signedBy device: DeviceKeys) throws(CryptoError) {
        try SignedObject(json).check(
            signedBy: device.address.userID, keyName: device.address.deviceID, with: device.signingKey)
    }
}
