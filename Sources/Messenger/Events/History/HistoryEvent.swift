/// Moving through a chat's past.
package enum HistoryEvent {
    case needsOlder
    case needsNewer
    case needsLatest
    /// Messages of a gap came from the server and are on disk, the lines of the outbox among them no longer there.
    case gapFilled(chatID: String, echoedLines: [String])
    case failed(chatID: String, reason: String)
}
