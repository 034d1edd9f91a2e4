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
