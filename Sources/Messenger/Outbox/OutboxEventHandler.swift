/// Tells the screen what changed about lines of the outbox.
@MainActor
final class OutboxEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func linesChanged() {
        raiser.raiseChat()
        raiser.raiseChatList()
        raiser.raiseConnection()
        raiser.raiseNavigation()
    }

    func refused() { raiser.raiseComposer() }
}
