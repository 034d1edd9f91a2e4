/// A key that another device begins one session with, and a fallback key, which several may begin with.
struct OneTimeKey: Sendable {
    /// Counts up from 1 over all keys of an account; the newest has the largest.
    let number: UInt64
    let key: Curve25519SecretKey
    /// Whether the server has it.
    var isPublished: Bool

    /// The identifier on the server, behind `signed_curve25519:`.
    var keyID: String {
        UnpaddedBase64.encode((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) })
    }
}
