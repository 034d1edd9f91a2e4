package import MatrixClient

/// How far this device stands for the account's owner (client-server API, "Cross-signing").
package enum OwnIdentityState: Hashable, Sendable {
    /// Nobody could look yet: the server was not reached, the keys of this device can't be opened, or it is about to sign itself.
    case unknown
    /// The account has no identity, and this device could not make one by itself.
    ///
    /// - Parameter demand: what the server asks for before it takes one; `nil` where it was not asked for that yet.
    case missing(demand: ProofDemand?)
    /// There is one, of which this device doesn't know that it is the person's, or by which it is not signed.
    case unconfirmed(ConfirmationWays)
    /// This device is signed by an identity that it knows to be the person's.
    ///
    /// - Parameter hasSecrets: whether this device can sign others by it.
    case confirmed(hasSecrets: Bool)
}
