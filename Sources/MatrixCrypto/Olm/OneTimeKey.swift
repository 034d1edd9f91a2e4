/// A one-time key, with which another device begins one session, or a fallback key, with which several may begin.
struct OneTimeKey: Sendable {
    /// The number of the key, counted from 1 over all keys of an account.
    let number: UInt64
    let key: Curve25519SecretKey
    /// Whether the key was uploaded.
    var isPublished: Bool

    /// The identifier on the server, after `signed_curve25519:`.
    var keyID: String {
        UnpaddedBase64.encode((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) })
    }
}
