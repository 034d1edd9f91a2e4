/// What is to be said of who somebody is.
enum PersonTrust: Hashable, Sendable {
    /// We compared who they are, and all their devices are theirs.
    case verified
    /// They have not signed a device of theirs, or of somebody else.
    case hasUnverifiedDevice
    /// They are another than before, and nobody answered for that.
    case identityChanged
    /// Nobody compared anything, as with most people.
    case unverified
}
