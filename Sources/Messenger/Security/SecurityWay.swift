/// An action of the security screen.
enum SecurityWay: Hashable, Sendable {
    /// Compares emoji with the account's other devices.
    case emoji
    /// Types the recovery key, or the passphrase.
    case recoveryKey
    /// Makes a recovery key, replacing the current one if there is any.
    case newRecoveryKey
    /// Activates the recovery key that is shown, once it is written down.
    case keptKey
    /// Makes the account's first identity.
    case identity
    /// Replaces an identity that nothing on this device can confirm.
    case newIdentity
    /// Confirms that the proof in the browser is done.
    case proven
    case later
}
