package import Conversations

/// What the homeserver told.
package enum SyncEvent: RoutedEvent {
    /// A slice of a sync is on disk.
    case received(AppliedSlice, isFirstSync: Bool)
    /// Somebody types, or no longer does.
    case typing(chatID: String, userIDs: [String])
}
