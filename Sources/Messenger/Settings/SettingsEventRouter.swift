/// The way in for settings.
@MainActor
struct SettingsEventRouter: EventRouter {
    struct Models {
        let settings: SettingsModel
    }

    private let models: Models
    private let handlers: SessionHandlers

    func route(_ event: SettingsEvent) {
        switch event {
        case .changed(let settings, let problems):
            models.settings.change(to: settings, problems: problems)
            handlers.showAll()
        }
    }
}

extension SettingsEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(settings: models.settings),
            handlers: session.handlers)
    }
}
