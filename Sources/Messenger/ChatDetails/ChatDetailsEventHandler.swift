/// Tells the screen what changed about a chat's details.
@MainActor
final class ChatDetailsEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func detailsOpened() {
        raiser.raiseChatDetails()
        raiser.raiseNavigation()
    }

    func detailsChanged() { raiser.raiseChatDetails() }
}
