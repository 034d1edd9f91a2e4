package import Conversations

/// Moving through a chat's past.
package enum HistoryEvent {
    case needsOlder
    case needsNewer
    case needsLatest
    /// Messages of a gap came from the server and are on disk.
    case gapFilled(chatID: String, AppliedSlice)
    case failed(chatID: String, reason: String)
}
