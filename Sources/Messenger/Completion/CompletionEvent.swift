package import Conversations
package import ViewModels

/// What is wanted in place of what is being typed.
package enum CompletionEvent: RoutedEvent {
    case asked(CompletionQuery)
    case found(CompletionQuery, [CompletionCandidate])
    /// The device knows people of a chat whom it did not know before: these, besides those of the timeline.
    case peopleCame([ChatMember], chatID: String)
}
