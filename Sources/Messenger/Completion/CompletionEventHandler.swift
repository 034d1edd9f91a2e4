/// Tells the screen what can stand in place of what is being typed.
@MainActor
final class CompletionEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func found() { raiser.raiseCompletion() }
}
