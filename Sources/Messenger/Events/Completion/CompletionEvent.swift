package import ViewModels

/// What is wanted in place of what is being typed.
package enum CompletionEvent {
    case asked(CompletionQuery)
    case found(CompletionQuery, [CompletionCandidate])
}
