import Engine

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

/// Routes the events of the clock.
@MainActor
struct DayEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: DayEvent) {
        switch event {
        case .began: state.day.begin(at: environment.now())
        }
    }
}
