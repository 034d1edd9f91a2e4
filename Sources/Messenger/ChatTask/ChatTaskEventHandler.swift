/// Tells the screen what changed about what was asked of the homeserver.
@MainActor
struct ChatTaskEventHandler {
    private let all: SessionHandlers

    init(_ handlers: SessionHandlers) {
        all = handlers
    }

    /// - Parameter chatID: of the chat that it is about; `nil` where it is about a person.
    func changed(chatID: String?) {
        all.chatsChanged()
        guard let chatID else { return }
        all.timeline.chatsChanged([chatID])
        all.composer.openChatChanged()
        all.chatDetails.chatsChanged([chatID])
    }

    /// It was refused, so that it can't be taken back.
    func failed(chatID: String?) {
        changed(chatID: chatID)
        all.undo.changed()
    }

    func openChatForgotten() { all.openChatChanged() }

    func ignoredChanged() {
        all.chatsChanged()
        all.timeline.changed()
        all.invitation.changed()
    }
}
