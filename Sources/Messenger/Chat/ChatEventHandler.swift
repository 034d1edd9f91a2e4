import ViewModels

/// Tells the screen what changed about chats.
@MainActor
final class ChatEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func loaded() { raiser.raiseAll() }

    func opened() { raiser.raiseAll() }

    func answering() {
        raiser.raiseInvitation()
        raiser.raiseChatList()
        raiser.raiseNavigation()
    }

    func left() { raiser.raiseAll() }
}
