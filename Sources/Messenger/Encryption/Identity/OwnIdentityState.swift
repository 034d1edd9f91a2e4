package import MatrixClient

/// The verification state of this device (client-server API, "Cross-signing").
package enum OwnIdentityState: Hashable, Sendable {
    /// The state is unknown: the server was not reached, the device's keys can't be opened, or it is about to
    /// sign itself.
    case unknown
    /// The account has no identity, and this device could not create one automatically.
    ///
    /// - Parameter demand: the proof that the server requires; `nil` if it was not asked yet.
    case missing(demand: ProofDemand?)
    /// The account has an identity that this device doesn't trust, or that has not signed this device.
    case unconfirmed(ConfirmationWays)
    /// This device is signed by an identity that it trusts.
    ///
    /// - Parameter hasSecrets: whether this device has the private keys to sign others.
    case confirmed(hasSecrets: Bool)
}
