/// What is asked of the homeserver about single chats and people, and what came of it.
package enum ChatTaskEvent: RoutedEvent {
    case asked(ChatTask)
    /// A person asks, and may take it back.
    case wanted(ChatTask)
    case done(ChatTask)
    case failed(ChatTask, FailureReason)
    /// All whom the account ignores now, by Matrix ID.
    case ignored(userIDs: Set<String>)
    /// That is on disk, with what is to be asked for of those who are ignored no longer.
    case keptIgnored
    /// The one that failed is asked for once more.
    case tryingAgain
    case dismissedFailure
}
