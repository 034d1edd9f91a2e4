import Crypto
import MatrixAPI

/// The public half of an Ed25519 signing key (RFC 8032).
package struct Ed25519PublicKey: Hashable, Sendable {
    static let length = 32

    /// The 32 bytes, in the only valid encoding of the point.
    package let bytes: [UInt8]

    /// Throws for non-canonical encodings and for keys of low order, for which a signature fits any text. Only an
    /// attacker creates such keys.
    package init(bytes: some Collection<UInt8>) throws(CryptoError) {
        guard bytes.count == Self.length else { throw .wrongKeyLength(bytes.count) }
        self.bytes = Array(bytes)
        guard Self.coordinate(of: self.bytes).reversed().lexicographicallyPrecedes(Self.prime.reversed()) else {
            throw .nonCanonicalKey
        }
        guard !Self.isOfLowOrder(self.bytes) else { throw .lowOrderKey }
    }

    package init(base64: String) throws(CryptoError) {
        try self.init(bytes: UnpaddedBase64.decode(base64))
    }

    package var base64: String { UnpaddedBase64.encode(bytes) }

    /// Throws unless it is this key's signature of `message`.
    package func check(_ signature: Ed25519Signature, of message: [UInt8]) throws(CryptoError) {
        // An R of low order never occurs by chance, and other clients reject it.
        guard !Self.isOfLowOrder(Array(signature.bytes[..<32])) else { throw .wrongSignature }
        // The key initializer accepts any 32 bytes; the signature check fails if they are not a point.
        let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
        guard let key, key.isValidSignature(signature.bytes, for: message) else { throw .wrongSignature }
    }
}

extension Ed25519PublicKey {
    /// Clears the highest bit, which is the sign of the other coordinate.
    private static func coordinate(of point: [UInt8]) -> [UInt8] {
        var coordinate = point
        coordinate[31] &= 0x7F
        return coordinate
    }

    private static func isOfLowOrder(_ point: [UInt8]) -> Bool { lowOrder.contains(coordinate(of: point)) }

    /// 2^255 - 19, with the lowest byte first, as in the following constants.
    private static let prime: [UInt8] = [0xED] + Array(repeating: 0xFF, count: 30) + [0x7F]

    /// The second coordinates of the eight points whose order divides eight: 0, 1, -1 and the two of order eight.
    private static let lowOrder: [[UInt8]] = [
        Array(repeating: 0, count: 32),
        [1] + Array(repeating: 0, count: 31),
        [0xEC] + Array(repeating: 0xFF, count: 30) + [0x7F],
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
            0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
            0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]
}
