/// Tells the screen what changed about messages.
@MainActor
final class MessageEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func lineChanged() {
        raiser.raiseChat()
        raiser.raiseChatList()
        raiser.raiseConnection()
    }

    func lineRefused() {
        lineChanged()
        raiser.raiseNavigation()
    }

    func received() { raiser.raiseAll() }

    func read() {
        raiser.raiseChatList()
        raiser.raiseConnection()
        raiser.raiseNotice()
    }

    func typingChanged() { raiser.raiseTyping() }
}
