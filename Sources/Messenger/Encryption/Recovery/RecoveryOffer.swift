/// The secrets that the account stores on the server, encrypted with a recovery key.
package struct RecoveryOffer: Hashable, Sendable {
    /// Whether a passphrase opens them as well.
    package let takesPassphrase: Bool

    package init(takesPassphrase: Bool) {
        self.takesPassphrase = takesPassphrase
    }
}
