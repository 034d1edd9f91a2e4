package import Conversations

/// Moving through a chat's past.
package enum HistoryEvent: RoutedEvent {
    case needsOlder
    case needsNewer
    case needsLatest
    /// What the server may have to be asked for.
    case seeks(HistoryGoal)
    /// Nobody waits any more for what was looked for.
    case stopped
    /// A gap is on screen, by its place.
    case gapShown(at: Int64)
    /// Messages of a gap came from the server and are on disk.
    case gapFilled(chatID: String, AppliedSlice)
    /// What is passing is tried again without being asked.
    case failed(chatID: String, gap: TimelineGap, reason: FailureReason, isPassing: Bool)
}
