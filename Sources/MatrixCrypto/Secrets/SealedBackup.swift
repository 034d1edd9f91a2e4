package import MatrixAPI

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
