/// The public half of a key for X25519 (RFC 7748): who holds the other half can agree on a secret with us.
package struct Curve25519PublicKey: Hashable, Sendable {
    static let length = 32

    /// 32 bytes, as they came: what names a device is the encoding, not the point.
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
