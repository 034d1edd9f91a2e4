/// Tells the screen which part of it is shown.
@MainActor
final class NavigationEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func screenChanged() { raiser.raiseNavigation() }

    func pickerChanged() { raiser.raisePicker() }
}
