/// Events of the settings.
package enum SettingsEvent: RoutedEvent {
    /// The settings were read, with the errors found in their file.
    case changed(MessengerSettings, problems: [any Reason])
}

/// Routes the events of the settings.
@MainActor
struct SettingsEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: SettingsEvent) {
        switch event {
        case .changed(let settings, let problems):
            state.settings.change(to: settings, problems: problems)
            state.spelling.use(settings.spelling)
            effects.outbox.shareReading(settings.sharesReading)
            effects.outbox.keepPictures(settings.media)
        }
    }
}
