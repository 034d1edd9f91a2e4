/// Events of the settings.
package enum SettingsEvent: RoutedEvent {
    /// The settings were read, with the errors found in their file.
    case changed(MessengerSettings, problems: [any Reason])
}

/// Routes the events of the settings.
@MainActor
struct SettingsEventRouter: EventRouter {
    private let model: SettingsModel
    private let spelling: SpellingModel
    private let outbox: OutboxEndpoint
    private let handlers: SessionHandlers

    func route(_ event: SettingsEvent) {
        switch event {
        case .changed(let settings, let problems):
            model.change(to: settings, problems: problems)
            spelling.use(settings.spelling)
            outbox.shareReading(settings.sharesReading)
            outbox.keepPictures(settings.media)
            handlers.showAll()
        }
    }
}

extension SettingsEventRouter {
    init(_ session: SessionParts) {
        self.init(
            model: session.models.settings, spelling: session.models.spelling, outbox: session.outbox,
            handlers: session.handlers)
    }
}
