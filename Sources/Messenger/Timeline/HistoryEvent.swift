package import Conversations

/// Moving through the past of a chat. What is asked of one that is not open any more says nothing.
package enum HistoryEvent: RoutedEvent {
    case needsOlder(chatID: String)
    case needsNewer(chatID: String)
    case needsLatest(chatID: String)
    /// What the server may have to be asked for.
    case seeks(HistoryGoal, chatID: String)
    /// Nobody waits any more for what was looked for.
    case stopped(chatID: String)
    /// A gap is on screen, by its place.
    case gapShown(at: Int64, chatID: String)
    /// Messages of a gap came from the server and are on disk.
    case gapFilled(chatID: String, AppliedSlice)
    /// What people said who were ignored meanwhile came from the server and is on disk.
    case heard(chatID: String, AppliedSlice)
    /// What is passing is tried again without being asked.
    case failed(chatID: String, gap: TimelineGap, reason: FailureReason, isPassing: Bool)
}
