/// Tells the screen what changed about lines of the outbox.
@MainActor
struct OutboxEventHandler {
    private let all: SessionHandlers

    init(_ handlers: SessionHandlers) {
        all = handlers
    }

    /// - Parameter chatIDs: of the chats whose lines are other.
    func linesChanged(chatIDs: Set<String>) {
        all.timeline.chatsChanged(chatIDs)
        all.chatsChanged()
    }
}
