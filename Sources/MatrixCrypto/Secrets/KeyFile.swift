import MatrixAPI

/// A file of room keys that is encrypted with a passphrase (client-server API, "Key exports").
package enum KeyFile {
    /// The maximum size in bytes. Larger files are rejected.
    package static let largest = SealedKeyFile.largest

    /// Encrypts keys. The duration grows with the number of rounds, so never call this on the main actor.
    package static func seal(
        _ keys: [ExportedRoomKey], passphrase: String, rounds: Int64 = Passphrase.usualRounds
    ) throws(CryptoError) -> String {
        let vector = CounterCipher.randomVector()
        let salt = SecretBytes(random: SealedKeyFile.saltLength).revealed
        let settings = try Passphrase(salt: salt, rounds: rounds)
        let cipher = CodedCounterCipher(keys: settings.key(of: passphrase, count: 64))
        var plaintext = JSONValue.array(keys.map(\.json)).serialized
        defer { plaintext.withUnsafeMutableBytes(SecretBytes.overwrite) }
        let sealed = SealedKeyFile(
            settings: settings, vector: vector, ciphertext: try cipher.apply(to: plaintext, vector: vector))
        return sealed.text(code: cipher.code(of: sealed.covered))
    }

    /// Decrypts a file, and returns the valid keys and the number of malformed ones. The code is checked before
    /// anything is decrypted. A wrong passphrase and a changed file cause the same error.
    package static func open(
        _ text: String, passphrase: String
    ) throws(CryptoError) -> (keys: [ExportedRoomKey], malformed: Int) {
        let sealed = try SealedKeyFile(text)
        let cipher = CodedCounterCipher(keys: sealed.settings.key(of: passphrase, count: 64))
        guard cipher.hasCode(sealed.code, of: sealed.covered) else { throw .wrongSecretKey }
        var plaintext = try cipher.apply(to: sealed.ciphertext, vector: sealed.vector)
        defer { plaintext.withUnsafeMutableBytes(SecretBytes.overwrite) }
        return try keys(in: plaintext)
    }

    static func keys(in plaintext: [UInt8]) throws(CryptoError) -> (keys: [ExportedRoomKey], malformed: Int) {
        guard let sessions = (try? JSONValue(parsing: plaintext, maximumDepth: 16))?.array else {
            throw .malformedJSON
        }
        let keys = sessions.compactMap { try? ExportedRoomKey(json: $0) }
        return (keys, sessions.count - keys.count)
    }
}
