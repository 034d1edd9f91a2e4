package import Conversations
package import ViewModels

/// Requests for completions and their results.
package enum CompletionEvent: RoutedEvent {
    case asked(CompletionQuery)
    case found(CompletionQuery, [CompletionCandidate])
    /// Members of a chat were loaded that the device did not know before: these, besides those of the timeline.
    case peopleCame([ChatMember], chatID: String)
}
