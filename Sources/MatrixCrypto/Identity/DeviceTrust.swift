/// How far a device of somebody is theirs (client-server API, "Cross-signing" and "Recommended client behaviour").
package enum DeviceTrust: Hashable, Sendable {
    /// Its owner signed it, and we compared who its owner is.
    case verified
    /// Its owner signed it, as far as we know who that is: the keys are those that we saw first.
    case signedByOwner
    /// Anybody who can write to the server could have added it.
    case notSignedByOwner
    /// Its owner is another than whom we saw first, or is said to be nobody now. This has to be answered by a person before anything
    /// else is said to any device of that owner.
    case identityChanged
    /// Its owner has no keys to sign it with, and never had.
    case withoutIdentity

    /// Whether room keys may be sent to it.
    ///
    /// Devices that their owner did not sign get none: the specification says so, since whoever has the server could add them. It would
    /// leave out people without such keys for the same reason; but then nobody could write to them, and there is nothing by which one
    /// of their devices could be told from one that a server added. So all of them get keys, and none counts as verified. Who had an
    /// identity once and has none any more is ``identityChanged``.
    package var receivesKeys: Bool {
        switch self {
        case .verified, .signedByOwner, .withoutIdentity: true
        case .notSignedByOwner, .identityChanged: false
        }
    }

    /// Whether secrets may be told to it, and taken from it, where it is one's own (client-server API, "Sharing").
    package var receivesSecrets: Bool { self == .verified }

    /// The rule.
    ///
    /// - Parameters:
    ///   - identity: of its owner as it is told now; `nil` as well where it could not be read.
    ///   - seenMasterKey: of its owner when it was seen first or answered for last, in Base64; `nil` where none was ever seen, and then
    ///     that of `identity` is to be kept.
    ///   - isVerified: whether that key was compared by us, or signed by our own identity.
    ///   - verifiedKey: of the device, where it was compared by itself. That counts where there is no identity.
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
