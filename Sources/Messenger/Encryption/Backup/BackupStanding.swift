/// What the server has of a backup, as this device sees it.
package enum BackupStanding: Hashable, Sendable {
    case none
    /// There was one of ours, and the server has it no more.
    case deleted
    /// There is one that nobody of the person's vouches for: it is as good as none.
    case foreign
    /// It is ours, and its secret half is not here: it is written, and can't be read.
    case closed
    case open
}
