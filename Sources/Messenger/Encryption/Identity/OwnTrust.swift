import MatrixClient

/// The state of the account's own identity in this run, besides the state on disk.
struct OwnTrust: Sendable {
    /// Whether the server has returned the account's keys.
    var isAsked = false
    /// Whether the returned master key can't be parsed. There is an identity then, which must not be replaced.
    var isUnreadable = false
    /// The proof that the server requires for an identity.
    var demand: ProofDemand?
    /// Whether the server was asked for stored secrets.
    var hasLookedForOffer = false
    var offer: RecoveryOffer?
    /// The names of keys and devices whose signatures the server refused; they are not retried in this run.
    var refused: Set<String> = []
    /// The state that was last reported.
    var told: OwnIdentityState?
}
