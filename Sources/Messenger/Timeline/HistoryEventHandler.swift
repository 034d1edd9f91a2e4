/// Tells the screen what changed about a chat's past.
@MainActor
final class HistoryEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func historyChanged() { raiser.raiseChat() }

    func chatsChanged() { raiser.raiseChatList() }
}
