/// Tells the screen what changed about what is written.
@MainActor
final class ComposerEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func composerChanged() { raiser.raiseComposer() }

    func helpAsked() { raiser.raiseNavigation() }

    func draftChanged() { raiser.raiseChatList() }
}
