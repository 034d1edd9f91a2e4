/// The way in for settings.
@MainActor
final class SettingsEventRouter {
    private let models: Models
    private let handler: SettingsEventHandler

    init(models: Models, handler: SettingsEventHandler) {
        self.models = models
        self.handler = handler
    }

    func route(_ event: SettingsEvent) {
        switch event {
        case .changed(let settings, let problems):
            models.settings.change(to: settings, problems: problems)
            handler.changed()
        }
    }
}
