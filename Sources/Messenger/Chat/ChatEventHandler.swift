/// Tells the screen what changed about chats.
@MainActor
struct ChatEventHandler {
    private let all: SessionHandlers

    init(_ handlers: SessionHandlers) {
        all = handlers
    }

    func loaded() { all.showAll() }

    func opened() { all.openChatChanged() }

    func answering() {
        all.invitation.changed()
        all.chatsChanged()
    }

    func left() {
        all.openChatChanged()
        all.navigation.chatsChanged()
    }
}
