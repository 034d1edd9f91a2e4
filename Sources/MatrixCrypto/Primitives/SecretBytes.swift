import Crypto
import Glibc
import MatrixAPI

/// Secret bytes. They are compared in constant time. swift-crypto's storage overwrites them when the last copy of the
/// value is released. The description shows only their number, so that no log can contain them.
package struct SecretBytes: Sendable {
    let key: SymmetricKey

    init(_ key: SymmetricKey) {
        self.key = key
    }

    /// Creates random bytes from the system's generator.
    package init(random count: Int) {
        key = SymmetricKey(size: SymmetricKeySize(bitCount: count * 8))
    }

    package init(copying bytes: UnsafeRawBufferPointer) {
        key = SymmetricKey(data: bytes)
    }

    /// Takes over the bytes, and overwrites the original with zeros.
    package init(taking bytes: inout [UInt8]) {
        key = SymmetricKey(data: bytes)
        bytes.withUnsafeMutableBytes(SecretBytes.overwrite)
    }

    /// Concatenates the parts.
    init(joining parts: [SecretBytes]) {
        let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: parts.reduce(0) { $0 + $1.count }, alignment: 8)
        defer {
            SecretBytes.overwrite(whole)
            whole.deallocate()
        }
        var offset = 0
        for part in parts {
            part.withBytes { UnsafeMutableRawBufferPointer(rebasing: whole[offset...]).copyMemory(from: $0) }
            offset += part.count
        }
        self.init(copying: UnsafeRawBufferPointer(whole))
    }

    package var count: Int { key.bitCount / 8 }

    /// - Precondition: the range is within the bytes.
    subscript(range: Range<Int>) -> SecretBytes {
        withBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// The unencrypted bytes, for sending or showing them. The returned copy is not overwritten.
    package var revealed: [UInt8] { withBytes { Array($0) } }

    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        key.withUnsafeBytes(body)
    }

    /// Overwrites a buffer that held a secret. Copies of it are not affected.
    package static func overwrite(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        explicit_bzero(start, bytes.count)
    }
}

extension SecretBytes: Equatable {
    package static func == (left: SecretBytes, right: SecretBytes) -> Bool { left.key == right.key }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "SecretBytes(\(count))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBytes {
    /// HKDF-SHA-256 (RFC 5869). No salt is equivalent to 32 zeros.
    func derived(salt: SecretBytes? = nil, info: some Sequence<UInt8>, count: Int) -> SecretBytes {
        let info = Array(info)
        guard let salt else {
            return SecretBytes(HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: info, outputByteCount: count))
        }
        return salt.withBytes { salt in
            SecretBytes(
                HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: info, outputByteCount: count))
        }
    }

    /// Returns the HMAC-SHA-256 of `bytes`, with these bytes as the key.
    func code(of bytes: [UInt8]) -> SecretBytes {
        HMAC<SHA256>.authenticationCode(for: bytes, using: key).withUnsafeBytes { SecretBytes(copying: $0) }
    }
}

extension SecretBytes {
    /// The secret in Base64, which is the form that Matrix stores and shares (client-server API, "Secrets").
    var inBase64: SecretBytes {
        var bytes = revealed
        defer { bytes.withUnsafeMutableBytes(SecretBytes.overwrite) }
        var text = Array(UnpaddedBase64.encode(bytes).utf8)
        return SecretBytes(taking: &text)
    }

    /// The secret decoded from Base64.
    var fromBase64: SecretBytes {
        get throws(CryptoError) {
            var text = revealed
            defer { text.withUnsafeMutableBytes(SecretBytes.overwrite) }
            var bytes = try UnpaddedBase64.decode(utf8: text)
            return SecretBytes(taking: &bytes)
        }
    }
}
