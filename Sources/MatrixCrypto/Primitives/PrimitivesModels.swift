import Crypto
import MatrixAPI

/// Encrypts with ``CounterCipher`` and a full HMAC-SHA-256, as secret storage and exported keys do.
struct CodedCounterCipher {
    private let key: SecretBytes
    private let codeKey: SecretBytes

    /// - Parameter keys: 64 bytes; the first half is the encryption key, the second half the HMAC key.
    init(keys: SecretBytes) {
        key = keys[0..<32]
        codeKey = keys[32..<64]
    }

    /// Encrypts or decrypts.
    func apply(to bytes: [UInt8], vector: [UInt8]) throws(CryptoError) -> [UInt8] {
        try CounterCipher(key: key, vector: vector).apply(to: bytes)
    }

    /// Returns the message authentication code of 32 bytes.
    func code(of bytes: [UInt8]) -> [UInt8] {
        codeKey.code(of: bytes).revealed
    }

    func hasCode(_ code: [UInt8], of bytes: [UInt8]) -> Bool {
        ConstantTime.areEqual(self.code(of: bytes), code)
    }
}

/// Compares untrusted bytes with a secret in constant time, so that the duration doesn't reveal the first difference.
enum ConstantTime {
    static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The public half of an X25519 key (RFC 7748). The holder of the secret half can agree on a secret with us.
package struct Curve25519PublicKey: Hashable, Sendable {
    static let length = 32

    /// The 32 bytes as received. The encoding, not the point, identifies a device.
    package let bytes: [UInt8]

    package init(bytes: some Collection<UInt8>) throws(CryptoError) {
        guard bytes.count == Self.length else { throw .wrongKeyLength(bytes.count) }
        self.bytes = Array(bytes)
    }

    package init(base64: String) throws(CryptoError) {
        try self.init(bytes: UnpaddedBase64.decode(base64))
    }

    package var base64: String { UnpaddedBase64.encode(bytes) }
}

/// An Ed25519 key pair for signatures (RFC 8032).
package struct Ed25519SecretKey: Sendable {
    /// The 32 bytes that the RFC calls the private key, others the seed.
    let secret: SecretBytes
    package let publicKey: Ed25519PublicKey
    private let key: Curve25519.Signing.PrivateKey

    package init() {
        do {
            try self.init(secret: SecretBytes(random: Ed25519PublicKey.length))
        } catch {
            preconditionFailure("any 32 bytes are a key")
        }
    }

    package init(secret: SecretBytes) throws(CryptoError) {
        do {
            key = try Curve25519.Signing.PrivateKey(rawRepresentation: secret.key)
        } catch {
            // Only the length can be wrong.
            throw .wrongKeyLength(secret.count)
        }
        self.secret = secret
        publicKey = try Ed25519PublicKey(bytes: Array(key.publicKey.rawRepresentation))
    }

    package func sign(_ message: [UInt8]) -> Ed25519Signature {
        do {
            return try Ed25519Signature(bytes: Array(key.signature(for: message)))
        } catch {
            preconditionFailure("nothing in signing can fail but the memory for it")
        }
    }
}

/// An Ed25519 signature (RFC 8032).
package struct Ed25519Signature: Hashable, Sendable {
    static let length = 64

    /// The point R, then the number S, each with the lowest byte first.
    package let bytes: [UInt8]

    /// Throws if S is not below the group's order. Adding the order to a valid S would yield a second signature for
    /// the same text.
    package init(bytes: some Collection<UInt8>) throws(CryptoError) {
        guard bytes.count == Self.length else { throw .wrongSignatureLength(bytes.count) }
        self.bytes = Array(bytes)
        guard self.bytes[32...].reversed().lexicographicallyPrecedes(Self.order.reversed()) else {
            throw .nonCanonicalSignature
        }
    }

    package init(base64: String) throws(CryptoError) {
        try self.init(bytes: UnpaddedBase64.decode(base64))
    }

    package var base64: String { UnpaddedBase64.encode(bytes) }

    /// 2^252 + 27742317777372353535851937790883648493, with the lowest byte first.
    private static let order: [UInt8] =
        [
            0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14,
        ] + Array(repeating: 0, count: 15) + [0x10]
}

/// Computes the ``Fingerprint`` of a large file piece by piece, without loading it as a whole.
package struct FileFingerprint: Sendable {
    private var hash = SHA256()

    package init() {}

    package mutating func add(_ piece: [UInt8]) { hash.update(data: piece) }

    package var fingerprint: Fingerprint { Fingerprint(hash.finalize()) }
}

/// A hash that identifies a text without revealing it: 64 characters of `0-9a-f`, usable as a file name.
package struct Fingerprint: Hashable, Sendable {
    package let text: String

    package init(of text: String) { self.init(SHA256.hash(data: Array(text.utf8))) }

    init(_ digest: SHA256Digest) {
        text = digest.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
