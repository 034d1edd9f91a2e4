/// An exported file before decryption, with the parameters for deriving the keys (client-server API, "Key exports").
struct SealedKeyFile: Sendable {
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
        let bytes = try SealedKeyFile.unarmoured(text)
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
