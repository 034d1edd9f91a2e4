package import Conversations

/// Events of loading a chat's history. Events for a chat that is no longer open are ignored.
package enum HistoryEvent: RoutedEvent {
    case needsOlder(chatID: String)
    case needsNewer(chatID: String)
    case needsLatest(chatID: String)
    /// A search starts, for which the server may have to be asked.
    case seeks(HistoryDestination, chatID: String)
    /// The search was canceled.
    case stopped(chatID: String)
    /// A gap is on screen, identified by its position.
    case gapShown(at: Int64, chatID: String)
    /// Messages of a gap came from the server and are on disk.
    case gapFilled(chatID: String, AppliedSlice)
    /// Past messages of people who are no longer ignored came from the server and are on disk.
    case fetchedMissed(chatID: String, AppliedSlice)
    /// The request failed. A transient error is retried automatically.
    case failed(chatID: String, gap: TimelineGap, reason: FailureReason, isPassing: Bool)
}

/// The target of a search through a chat's history, page by page.
package enum HistoryDestination: Hashable {
    /// The very first message.
    case first
    /// A message that this device doesn't have, before a position.
    case message(eventID: String, before: Int64)
    /// The first unread message.
    ///
    /// - isAsked: whether the user wants to go there, however far it is.
    case unread(isAsked: Bool)
}
