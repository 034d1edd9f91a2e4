/// Requests to the homeserver about single chats and people, and their results.
package enum ChatTaskEvent: RoutedEvent {
    case asked(ChatTask)
    /// The user makes a request that can be undone.
    case wanted(ChatTask)
    case done(ChatTask)
    case failed(ChatTask, FailureReason)
    /// The Matrix IDs of all people that the account ignores.
    case ignored(userIDs: Set<String>)
    /// The ignored people are stored, with the pending requests for messages of people who are no longer ignored.
    case keptIgnored
    /// Retries the request that failed.
    case tryingAgain
    case dismissedFailure
}
