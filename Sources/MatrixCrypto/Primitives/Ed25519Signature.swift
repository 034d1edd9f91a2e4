/// A signature by Ed25519 (RFC 8032).
package struct Ed25519Signature: Hashable, Sendable {
    static let length = 64

    /// The point R, then the number S; the lowest byte of each comes first.
    package let bytes: [UInt8]

    /// Refuses an S beyond the group's order: adding the order to that of a signature would give a second one for the same text.
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

    /// 2^252 + 27742317777372353535851937790883648493, the lowest byte first.
    private static let order: [UInt8] =
        [
            0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14,
        ] + Array(repeating: 0, count: 15) + [0x10]
}
