/// Tells the screen what changed about logging in again.
@MainActor
final class LoginEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func opened() {
        raiser.raiseLogin()
        raiser.raiseNavigation()
    }

    func gaveUp() {
        raiser.raiseLogin()
        raiser.raiseNotice()
    }

    func formChanged() { raiser.raiseLogin() }

    func loggedIn() {
        raiser.raiseNavigation()
        raiser.raiseConnection()
        raiser.raiseChat()
    }
}
