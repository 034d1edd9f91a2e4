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
