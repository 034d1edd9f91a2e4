/// Tells the screen in which order commands are listed.
@MainActor
final class CommandEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func orderChanged() { raiser.raiseNavigation() }
}
