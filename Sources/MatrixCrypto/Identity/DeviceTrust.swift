/// The trust in a device (client-server API, "Cross-signing" and "Recommended client behaviour").
package enum DeviceTrust: Hashable, Sendable {
    /// Its owner signed it, and the owner's identity is verified.
    case verified
    /// Its owner signed it, but the owner's identity is not verified: the keys are the ones that were seen first.
    case signedByOwner
    /// Its owner did not sign it, so anybody with write access to the server could have added it.
    case notSignedByOwner
    /// Its owner's identity differs from the one seen first, or was removed. The user has to accept the change before
    /// anything is sent to any device of that owner.
    case identityChanged
    /// Its owner has no cross-signing keys and never had any.
    case withoutIdentity

    /// Whether room keys may be sent to it.
    ///
    /// Devices that their owner did not sign receive none. The specification requires this, because a server admin
    /// could add such devices. For people without cross-signing keys this would exclude all devices, so that they could
    /// not receive any message. Their devices can't be distinguished from added ones. So all devices of such people
    /// receive keys, and none is verified. A person whose identity was removed has ``identityChanged``.
    package var receivesKeys: Bool {
        switch self {
        case .verified, .signedByOwner, .withoutIdentity: true
        case .notSignedByOwner, .identityChanged: false
        }
    }

    /// Whether secrets may be sent to it and accepted from it, if it is one of the account's own devices
    /// (client-server API, "Sharing").
    package var receivesSecrets: Bool { self == .verified }

    /// Computes the trust in a device.
    ///
    /// - Parameters:
    ///   - identity: the current identity of its owner; also `nil` if it could not be parsed.
    ///   - seenMasterKey: the owner's master key that was seen first or accepted last, in Base64. If it is `nil`,
    ///     none was ever seen, and the caller has to store that of `identity`.
    ///   - isVerified: whether that key was verified by us, or signed by our own identity.
    ///   - verifiedKey: the key of the device, if the device itself was verified. It is used if there is no identity.
    package static func of(
        _ device: DeviceKeys, identity: PersonIdentity?, seenMasterKey: String?, isVerified: Bool,
        verifiedKey: Ed25519PublicKey? = nil
    ) -> DeviceTrust {
        guard let identity else {
            guard seenMasterKey == nil else { return .identityChanged }
            return verifiedKey == device.signingKey ? .verified : .withoutIdentity
        }
        if let seenMasterKey, seenMasterKey != identity.master.name { return .identityChanged }
        guard identity.vouches(for: device) else { return .notSignedByOwner }
        return isVerified && seenMasterKey != nil ? .verified : .signedByOwner
    }
}
