/// Tells the screen what changed about what was asked of the homeserver.
@MainActor
final class ChatTaskEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func changed() {
        raiser.raiseChatList()
        raiser.raiseConnection()
        raiser.raiseNavigation()
        raiser.raiseChat()
    }

    func openChatForgotten() { raiser.raiseAll() }

    func ignoredChanged() { raiser.raiseAll() }
}
