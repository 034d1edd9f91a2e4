/// Tells the screen what changed about the form for a new chat.
@MainActor
final class CreateChatEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func createChatChanged() { raiser.raiseCreateChat() }
}
