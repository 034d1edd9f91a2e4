package import Conversations

/// Moving through a chat's past.
package enum HistoryEvent {
    case needsOlder
    case needsNewer
    case needsLatest
    /// The window that begins with the very first message, however far that is.
    case needsFirst
    /// Nobody waits for the first message any more.
    case stopped
    /// A gap is on screen, by its place.
    case gapShown(at: Int64)
    /// Messages of a gap came from the server and are on disk.
    case gapFilled(chatID: String, AppliedSlice)
    case failed(chatID: String, gap: TimelineGap, reason: String)
}
