package import MatrixAPI

/// New signatures of keys that the server has: the body of `keys/signatures/upload` (client-server API, "Cross-signing").
package struct SignatureUpload: Hashable, Sendable {
    package private(set) var body = JSONValue.emptyObject

    package init() {}

    package var isEmpty: Bool { body == .emptyObject }

    /// Signs what the server told of a key, and adds that signature to what is told of it.
    ///
    /// - Parameters:
    ///   - json: of the key.
    ///   - name: the device's identifier, or the key's own name.
    ///   - signer: who signs, by a device or a key of that name.
    mutating func add(
        _ json: JSONValue, of owner: String, name: String, signer: String, signerName: String, key: Ed25519SecretKey
    ) throws(CryptoError) {
        // Together with signatures of the same that were added before, and without those that the server has.
        var new = json
        new["unsigned"] = nil
        new["signatures"] = body[owner]?[name]?["signatures"]
        var object = try SignedObject(new)
        object.sign(as: signer, keyName: signerName, with: key)
        var ofOwner = body[owner] ?? .emptyObject
        ofOwner[name] = object.json
        body[owner] = ofOwner
    }

    /// A device's signature of its owner's master key. It tells devices that verified that one alone whose the master key is.
    package mutating func add(
        master: CrossSigningPublicKey, signedBy account: OlmAccount, of device: DeviceAddress
    ) throws(CryptoError) {
        guard master.usage == .master else { throw .otherUsage }
        guard master.userID.utf8.elementsEqual(device.userID.utf8) else { throw .otherPerson }
        try add(
            master.json, of: master.userID, name: master.name, signer: device.userID, signerName: device.deviceID,
            key: account.signingKey)
    }
}
