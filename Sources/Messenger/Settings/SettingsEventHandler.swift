/// Shows everything as the settings now have it.
@MainActor
final class SettingsEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func changed() { raiser.raiseAll() }
}
