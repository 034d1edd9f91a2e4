/// Tells the screen what changed about the connection.
@MainActor
final class ConnectionEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    /// Lines that wait are unsent without a connection, and on their way with one.
    func connectionChanged() {
        raiser.raiseConnection()
        // Where there are no chats it says why.
        raiser.raiseChatList()
        // Whether one can log in is said there.
        raiser.raiseNavigation()
        raiser.raiseChat()
        raiser.raiseTyping()
    }

    func statusChanged() { raiser.raiseConnection() }
}
