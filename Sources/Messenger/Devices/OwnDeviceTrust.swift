/// How far a device of the account is known to be its own.
enum OwnDeviceTrust: Hashable, Sendable {
    case verified, unverified
}
