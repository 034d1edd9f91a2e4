/// Tells the screen what the homeserver told.
@MainActor
struct SyncEventHandler {
    private let all: SessionHandlers

    init(_ handlers: SessionHandlers) {
        all = handlers
    }

    /// A slice of a sync was taken over.
    func received(_ changes: SyncChanges) {
        if !changes.chats.isEmpty || !changes.lines.isEmpty { all.chatsChanged() }
        if let open = all.timeline.openChatID, changes.all.contains(open) {
            all.timeline.changed()
            all.composer.openChatChanged()
            if changes.members.contains(open) {
                all.timeline.typingChanged()
                all.composer.changed()
            }
        }
        if !changes.chats.isEmpty { all.invitation.changed() }
        all.chatDetails.chatsChanged(changes.chats.union(changes.members))
    }

    /// The open chat is gone.
    func chatClosed() { all.openChatChanged() }

    func typingChanged() { all.timeline.typingChanged() }
}
