/// The trust in a person's identity.
enum PersonTrust: Hashable, Sendable {
    /// The account's owner verified the person, and all of the person's devices are signed.
    case verified
    /// The person has an unsigned device, which may belong to somebody else.
    case hasUnverifiedDevice
    /// The person's identity changed, and nobody accepted the new one.
    case identityChanged
    /// The person isn't verified, as most people.
    case unverified
}
