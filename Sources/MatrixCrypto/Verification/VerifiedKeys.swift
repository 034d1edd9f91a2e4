/// What two people, or somebody with two devices, found to be the same: the keys of the other side.
package struct VerifiedKeys: Hashable, Sendable {
    package let device: DeviceAddress
    /// The device's own.
    package let signingKey: Ed25519PublicKey?
    package let masterKey: Ed25519PublicKey?
}
