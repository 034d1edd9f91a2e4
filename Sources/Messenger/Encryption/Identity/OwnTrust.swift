import MatrixClient

/// What was learnt in this run about the account's own identity, beside what is on disk.
struct OwnTrust: Sendable {
    /// Whether the server told the account's keys.
    var isAsked = false
    /// Whether it told of a master key that can't be read: there is an identity then, which is not to be replaced.
    var isUnreadable = false
    /// What it wants to know before it takes an identity.
    var demand: ProofDemand?
    /// Whether the server was asked for stored secrets.
    var hasLookedForOffer = false
    var offer: RecoveryOffer?
    /// What the server doesn't take a signature of, by the keys' and devices' names; not tried again in this run.
    var refused: Set<String> = []
    /// What was told last.
    var told: OwnIdentityState?
}
