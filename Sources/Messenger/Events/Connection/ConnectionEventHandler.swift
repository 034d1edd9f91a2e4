/// Tells the screen what changed about the connection.
@MainActor
final class ConnectionEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func connectionChanged() { raiser.raiseConnection() }
}
