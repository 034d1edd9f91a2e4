/// The secrets of the account's owner are stored on the server, under a key of theirs.
package struct RecoveryOffer: Hashable, Sendable {
    /// Whether a passphrase opens them as well.
    package let takesPassphrase: Bool

    package init(takesPassphrase: Bool) {
        self.takesPassphrase = takesPassphrase
    }
}
