/// How far the open chat's timeline came from the disk.
enum TimelineStage: Sendable {
    /// The disk has yet to tell what was said there.
    case opening
    /// The disk could not be read.
    case unreadable
    case open
}
