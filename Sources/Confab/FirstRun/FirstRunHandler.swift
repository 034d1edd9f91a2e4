import ViewModels

/// Updates the screen after each change of ``FirstRunModel``.
@MainActor
final class FirstRunHandler {
    private let model: FirstRunModel
    private let events: ScreenEvents
    private let quit: () -> Void
    /// Set after the router is created.
    var route: (FirstRunEvent) -> Void = { _ in }

    init(model: FirstRunModel, events: ScreenEvents, quit: @escaping () -> Void) {
        self.model = model
        self.events = events
        self.quit = quit
    }

    func changed() {
        let builder = FirstRunViewModelBuilder(model: model, quit: quit) { [weak self] in self?.route($0) }
        events.navigation.raise { builder.navigation() }
        events.firstRun.raise { builder.question() }
        events.login.raise { builder.login() }
    }
}
