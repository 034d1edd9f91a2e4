import MatrixAPI

/// A file of room keys that is encrypted with a passphrase (client-server API, "Key exports").
package enum KeyFile {
    /// The maximum size in bytes. Larger files are rejected.
    package static let largest = EncryptedKeyFile.largest

    /// Encrypts keys. The duration grows with the number of rounds, so never call this on the main actor.
    package static func seal(
        _ keys: [ExportedRoomKey], passphrase: String, rounds: Int64 = Passphrase.usualRounds
    ) throws(CryptoError) -> String {
        let vector = CounterCipher.randomVector()
        let salt = SecretBytes(random: EncryptedKeyFile.saltLength).revealed
        let settings = try Passphrase(salt: salt, rounds: rounds)
        let cipher = CodedCounterCipher(keys: settings.key(of: passphrase, count: 64))
        var plaintext = JSONValue.array(keys.map(\.json)).serialized
        defer { plaintext.withUnsafeMutableBytes(SecretBytes.overwrite) }
        let sealed = EncryptedKeyFile(
            settings: settings, vector: vector, ciphertext: try cipher.apply(to: plaintext, vector: vector))
        return sealed.text(code: cipher.code(of: sealed.covered))
    }

    /// Decrypts a file, and returns the valid keys and the number of malformed ones. The code is checked before
    /// anything is decrypted. A wrong passphrase and a changed file cause the same error.
    package static func open(
        _ text: String, passphrase: String
    ) throws(CryptoError) -> (keys: [ExportedRoomKey], malformed: Int) {
        let sealed = try EncryptedKeyFile(text)
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

/// An exported file before decryption, with the parameters for deriving the keys (client-server API, "Key exports").
struct EncryptedKeyFile: Sendable {
    static let saltLength = 16
    /// The maximum size in bytes; the keys of many years take a tenth of it.
    static let largest = 64 << 20
    private static let firstLine = "-----BEGIN MEGOLM SESSION DATA-----"
    private static let lastLine = "-----END MEGOLM SESSION DATA-----"
    private static let version: UInt8 = 1
    private static let vectorStart = 1 + saltLength
    private static let roundsStart = vectorStart + CounterCipher.vectorLength
    private static let headLength = roundsStart + 4
    private static let codeLength = 32

    let settings: Passphrase
    let vector: [UInt8]
    let ciphertext: [UInt8]
    /// The bytes that the code authenticates.
    let covered: [UInt8]
    /// The code; empty until it is computed.
    let code: [UInt8]

    init(settings: Passphrase, vector: [UInt8], ciphertext: [UInt8]) {
        self.settings = settings
        self.vector = vector
        self.ciphertext = ciphertext
        let rounds = (0..<4).map { UInt8(truncatingIfNeeded: settings.rounds >> (24 - 8 * Int64($0))) }
        covered = [Self.version] + settings.salt + vector + rounds + ciphertext
        code = []
    }

    init(_ text: String) throws(CryptoError) {
        let bytes = try EncryptedKeyFile.unarmoured(text)
        guard let version = bytes.first else { throw .truncated }
        guard version == Self.version else { throw .unknownVersion(version) }
        guard bytes.count >= Self.headLength + Self.codeLength else { throw .truncated }
        let rounds = bytes[Self.roundsStart..<Self.headLength].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        settings = try Passphrase(salt: Array(bytes[1..<Self.vectorStart]), rounds: rounds)
        vector = Array(bytes[Self.vectorStart..<Self.roundsStart])
        covered = bytes.dropLast(Self.codeLength)
        ciphertext = Array(covered[Self.headLength...])
        code = bytes.suffix(Self.codeLength)
    }

    /// Returns the content of the file.
    func text(code: [UInt8]) -> String {
        let digits = Array(UnpaddedBase64.encode(covered + code).utf8)
        // Other clients require the padding.
        let padded = digits + Array(repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        let lines = stride(from: 0, to: padded.count, by: 76).map { start in
            String(decoding: padded[start..<min(start + 76, padded.count)], as: UTF8.self)
        }
        return ([Self.firstLine] + lines + [Self.lastLine]).joined(separator: "\n") + "\n"
    }

    /// Decodes the text between the first and last line. Line ends of any system are accepted; blanks around lines
    /// and empty lines are ignored.
    private static func unarmoured(_ text: String) throws(CryptoError) -> [UInt8] {
        guard text.utf8.count <= largest else { throw .tooLarge }
        let lines = text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map(trimmed).filter { !$0.isEmpty }
        guard let start = lines.firstIndex(where: { $0.elementsEqual(firstLine.utf8) }),
            let end = lines.lastIndex(where: { $0.elementsEqual(lastLine.utf8) }), start < end
        else { throw .missingArmour }
        return try UnpaddedBase64.decode(utf8: Array(lines[start + 1..<end].joined()))
    }

    private static func trimmed(_ line: Substring.UTF8View) -> Substring.UTF8View {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == 0x09 }
        var line = line.drop(while: isBlank)
        while let last = line.last, isBlank(last) { line = line.dropLast() }
        return line
    }
}
