/// The state of the server's backup, as this device sees it.
package enum BackupStanding: Hashable, Sendable {
    case none
    /// The account had a trusted backup, and the server no longer has it.
    case deleted
    /// The server has a backup without a trusted signature; it is ignored.
    case foreign
    /// The backup is trusted, but its private key is not on this device: it is written and can't be read.
    case closed
    case open
}
