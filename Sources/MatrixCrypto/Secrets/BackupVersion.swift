package import MatrixAPI

/// A backup of room keys, as the server reports it in `room_keys/version` (client-server API, "Server-side key
/// backups").
///
/// The server can make up a backup. So write nothing into it before it is proven to be ours: by a signature
/// (``isSigned(by:)-(DeviceKeys)``, ``isSigned(by:)-(PersonIdentity)``) or by its secret half (``belongs(to:)``).
package struct BackupVersion: Hashable, Sendable {
    /// The identifier of the backup on the server.
    package let version: String
    package let publicKey: Curve25519PublicKey
    /// A value that the server changes with each key. If it is unchanged, there are no new keys.
    package let etag: String
    /// The number of keys in it.
    package let count: Int64
    private let authData: JSONValue

    /// Throws ``CryptoError/unsupportedAlgorithm(_:)`` if the backup has another algorithm.
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

    /// Whether a device signed it. This is a proof only if that device is our own and verified.
    package func isSigned(by device: DeviceKeys) -> Bool {
        let address = device.address
        return isSigned(as: address.userID, keyName: address.deviceID, with: device.signingKey)
    }

    /// Whether our master key signed it.
    package func isSigned(by identity: PersonIdentity) -> Bool {
        isSigned(as: identity.userID, keyName: identity.master.name, with: identity.master.publicKey)
    }

    /// Whether a key from a trusted source is the backup's key.
    package func belongs(to key: BackupKey) -> Bool { key.publicKey == publicKey }

    /// Returns the body of a request that creates a backup with a key.
    ///
    /// - Parameters:
    ///   - device: the device whose account signs it.
    ///   - identity: the identity whose master key signs it, if it is available.
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
        // Missing and invalid signatures are treated alike.
        (try? SignedObject(authData).check(signedBy: userID, keyName: keyName, with: key)) != nil
    }
}

/// An encrypted room key in a backup: the `session_data` (client-server API, "Backup algorithm:
/// m.megolm_backup.v1.curve25519-aes-sha2").
package struct SealedBackup: Hashable, Sendable {
    package let ephemeral: Curve25519PublicKey
    private let ciphertext: [UInt8]
    private let code: [UInt8]

    /// Encrypts for the holder of the backup's key.
    package init(sealing plaintext: [UInt8], for publicKey: Curve25519PublicKey) throws(CryptoError) {
        let key = Curve25519SecretKey()
        let cipher = SealedBackup.cipher(try key.agree(with: publicKey))
        ephemeral = key.publicKey
        ciphertext = cipher.encrypt(plaintext)
        code = cipher.code(of: [])
    }

    package init(json: JSONValue) throws(CryptoError) {
        ephemeral = try Curve25519PublicKey(bytes: json.decodedMember("ephemeral"))
        ciphertext = try json.decodedMember("ciphertext")
        code = try json.decodedMember("mac")
    }

    package var json: JSONValue {
        [
            "ephemeral": .string(ephemeral.base64), "ciphertext": .string(UnpaddedBase64.encode(ciphertext)),
            "mac": .string(UnpaddedBase64.encode(code)),
        ]
    }

    /// Decrypts the room key. The specification computes the code over an empty text. It proves that the key is
    /// right, but not that the ciphertext is unchanged.
    func open(agreed: SecretBytes) throws(CryptoError) -> [UInt8] {
        let cipher = SealedBackup.cipher(agreed)
        try cipher.check(code, of: [])
        return try cipher.decrypt(ciphertext[...])
    }

    private static func cipher(_ agreed: SecretBytes) -> MessageCipher { MessageCipher(secret: agreed, info: "") }
}
