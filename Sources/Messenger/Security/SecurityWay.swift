/// What a person can do about how this device stands.
enum SecurityWay: Hashable, Sendable {
    /// Compares emoji with one's other devices.
    case emoji
    /// Types the recovery key, or the passphrase.
    case recoveryKey
    /// Makes a recovery key, in place of the one that may be there.
    case newRecoveryKey
    /// Has the key that is shown count, as it is written down.
    case keptKey
    /// Makes the account's first identity.
    case identity
    /// Makes a new one in place of the one that nothing here can confirm.
    case newIdentity
    /// Says that a browser showed the server whose the account is.
    case proven
    case later
}
