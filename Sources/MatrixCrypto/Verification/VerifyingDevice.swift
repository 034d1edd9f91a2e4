/// This device in a verification, and the keys that it vouches for.
package struct VerifyingDevice: Hashable, Sendable {
    package let address: DeviceAddress
    let signingKey: Ed25519PublicKey
    let masterKey: Ed25519PublicKey?

    /// - Parameter masterKey: the account's master key, if this device trusts it because it created it, has its
    ///   secret half or verified it.
    package init(address: DeviceAddress, signingKey: Ed25519PublicKey, masterKey: Ed25519PublicKey?) {
        self.address = address
        self.signingKey = signingKey
        self.masterKey = masterKey
    }

    /// The keys in Base64 by their identifiers.
    var keys: [String: String] {
        var keys = [SignedObject.algorithm + address.deviceID: signingKey.base64]
        if let masterKey { keys[SignedObject.algorithm + masterKey.base64] = masterKey.base64 }
        return keys
    }
}
