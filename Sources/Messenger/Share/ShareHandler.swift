import ViewModels

/// Shows the screen for sharing the server.
@MainActor
final class ShareHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        guard parts.state.navigation.screen == .share else { return }
        let model = parts.state.share
        let builder = ShareStepBuilder(
            standing: model.standing, number: model.number, isBusy: model.isBusy, problem: model.problem?.message,
            queue: parts.queue)
        parts.events.share.raise { builder.build() }
    }
}
