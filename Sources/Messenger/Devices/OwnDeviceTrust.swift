/// The verification state of a device of the account.
enum OwnDeviceTrust: Hashable, Sendable {
    case verified, unverified
}
