package import MatrixClient

/// The secrets that the account stores on the server, encrypted with a recovery key.
package struct RecoveryOffer: Hashable, Sendable {
    /// Whether a passphrase decrypts them as well.
    package let takesPassphrase: Bool

    package init(takesPassphrase: Bool) {
        self.takesPassphrase = takesPassphrase
    }
}

/// The ways to verify this device.
package struct VerificationOptions: Hashable, Sendable {
    /// The identifiers of the account's other devices that its identity has signed, which can compare emoji.
    package var devices: [String] = []
    /// The secrets stored on the server; `nil` if there are none, or if the check has failed.
    package var recovery: RecoveryOffer?
    /// Whether the account had another identity before, as far as this device knows.
    package var isReplaced = false

    package init(devices: [String] = [], recovery: RecoveryOffer? = nil, isReplaced: Bool = false) {
        self.devices = devices
        self.recovery = recovery
        self.isReplaced = isReplaced
    }
}

/// The verification state of this device (client-server API, "Cross-signing").
package enum OwnIdentityState: Hashable, Sendable {
    /// The state is unknown: the server was not reached, the device's keys can't be decrypted, or it is about to sign
    /// itself.
    case unknown
    /// The account has no identity, and this device could not create one automatically.
    ///
    /// - Parameter demand: the proof that the server requires; `nil` if it was not asked yet.
    case missing(demand: ProofChallenge?)
    /// The account has an identity that this device doesn't trust, or that has not signed this device.
    case unconfirmed(VerificationOptions)
    /// This device is signed by an identity that it trusts.
    ///
    /// - Parameter hasSecrets: whether this device has the private keys to sign others.
    case confirmed(hasSecrets: Bool)
}

/// The state of the account's identity that is not on disk and belongs to this run.
struct OwnTrust: Sendable {
    /// Whether the server has returned the account's keys.
    var isAsked = false
    /// Whether the returned master key can't be parsed. There is an identity then, which must not be replaced.
    var isUnreadable = false
    /// The proof that the server requires for an identity.
    var demand: ProofChallenge?
    /// Whether the server was asked for stored secrets.
    var hasLoadedRecoveryOffer = false
    var offer: RecoveryOffer?
    /// The names of keys and devices whose signatures the server refused; they are not retried in this run.
    var refused: Set<String> = []
    /// The state that was last reported.
    var told: OwnIdentityState?
}
