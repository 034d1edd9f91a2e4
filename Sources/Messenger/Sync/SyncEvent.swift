package import Conversations

/// Events from the homeserver.
package enum SyncEvent: RoutedEvent {
    /// A slice of a sync was stored on disk.
    case received(AppliedSlice, isFirstSync: Bool)
    /// The people who are typing in a chat changed.
    case typing(chatID: String, userIDs: [String])
}
