/// The progress of reading the open chat's timeline.
enum TimelineStage: Sendable {
    /// The messages are still being read from disk.
    case opening
    /// The disk could not be read.
    case unreadable
    case open
}
