/// Tells the screen where it goes.
@MainActor
final class VisitEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func placeChanged() { raiser.raiseChat() }
}
