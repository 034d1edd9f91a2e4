/// The text form of a secret key, for writing it down (appendices, "Cryptographic key representation").
package enum RecoveryKey {
    private static let prefix: [UInt8] = [0x8B, 0x01]
    private static let length = 32

    /// Returns the unencrypted key in groups of four characters, to be shown once.
    package static func text(of key: SecretBytes) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(prefix.count + key.count + 1)
        defer { bytes.withUnsafeMutableBytes(SecretBytes.overwrite) }
        bytes += prefix
        key.withBytes { bytes += $0 }
        bytes.append(bytes.reduce(0, ^))
        var text = ""
        for (index, character) in Base58.encode(bytes).enumerated() {
            if index > 0, index % 4 == 0 { text.append(" ") }
            text.append(character)
        }
        return text
    }

    /// Parses a key, and ignores white space.
    package static func key(from text: String) throws(CryptoError) -> SecretBytes {
        var bytes = try Base58.decode(
            text.filter { !$0.isWhitespace }, atMost: Base58.longest(prefix.count + length + 1))
        defer { bytes.withUnsafeMutableBytes(SecretBytes.overwrite) }
        guard bytes.starts(with: prefix) else { throw .unknownKeyPrefix }
        guard bytes.count == prefix.count + length + 1 else { throw .wrongKeyLength(bytes.count - prefix.count - 1) }
        guard bytes.reduce(0, ^) == 0 else { throw .wrongParity }
        var key = Array(bytes[prefix.count..<prefix.count + length])
        return SecretBytes(taking: &key)
    }
}
