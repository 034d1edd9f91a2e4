/// The way in for settings.
@MainActor
struct SettingsEventRouter: EventRouter {
    private let model: SettingsModel
    private let handlers: SessionHandlers

    func route(_ event: SettingsEvent) {
        switch event {
        case .changed(let settings, let problems):
            model.change(to: settings, problems: problems)
            handlers.showAll()
        }
    }
}

extension SettingsEventRouter {
    init(_ session: SessionParts) {
        self.init(model: session.models.settings, handlers: session.handlers)
    }
}
