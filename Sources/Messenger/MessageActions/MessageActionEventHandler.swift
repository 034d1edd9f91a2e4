/// Tells the screen what changed by an action on a message.
@MainActor
final class MessageActionEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func composerChanged() { raiser.raiseComposer() }

    func chatChanged() { raiser.raiseChat() }

    func linesChanged() {
        raiser.raiseChat()
        raiser.raiseChatList()
        raiser.raiseConnection()
    }
}
