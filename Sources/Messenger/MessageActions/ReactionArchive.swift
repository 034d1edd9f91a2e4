import Storage

/// The signs that people gave, on disk.
@MainActor
struct ReactionArchive {
    let disk: DiskQueue
    let messages: MessageStore

    /// Answers with ``ChatEvent/reactionsLoaded(_:)``.
    func loadRecent(by userID: String) {
        disk.ask([]) { [messages] in
            try messages.recentReactions(by: userID)
        } then: {
            ChatEvent.reactionsLoaded($0)
        }
    }
}
