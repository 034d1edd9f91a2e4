package import MatrixAPI

/// The body of `keys/signatures/upload`: new signatures of keys on the server (client-server API, "Cross-signing").
package struct SignatureUpload: Hashable, Sendable {
    package private(set) var body = JSONValue.emptyObject

    package init() {}

    package var isEmpty: Bool { body == .emptyObject }

    /// Signs the server's data of a key, and adds the signed data to the body.
    ///
    /// - Parameters:
    ///   - json: the data of the key.
    ///   - name: the device identifier, or the key's own name.
    ///   - signer: the user whose device or key `signerName` signs.
    mutating func add(
        _ json: JSONValue, of owner: String, name: String, signer: String, signerName: String, key: Ed25519SecretKey
    ) throws(CryptoError) {
        // Keeps signatures that were added before to the same data, and drops those that the server has.
        var new = json
        new["unsigned"] = nil
        new["signatures"] = body[owner]?[name]?["signatures"]
        var object = try SignedObject(new)
        object.sign(as: signer, keyName: signerName, with: key)
        var ofOwner = body[owner] ?? .emptyObject
        ofOwner[name] = object.json
        body[owner] = ofOwner
    }

    /// Adds a device's signature of its owner's master key. Devices that verified only that device can then trust the
    /// master key.
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
