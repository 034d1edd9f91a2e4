/// The result of a verification: the verified keys of the other side.
package struct VerifiedKeys: Hashable, Sendable {
    package let device: DeviceAddress
    /// The device's own key.
    package let signingKey: Ed25519PublicKey?
    package let masterKey: Ed25519PublicKey?
}
