/// Tells the screen that the list shows something else.
@MainActor
final class ChatListEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func changed() { raiser.raiseChatList() }
}
