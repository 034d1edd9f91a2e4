import ViewModels

/// What event handlers are made of: the values that they show, where they show them, and where what a person does with it goes.
@MainActor
struct ScreenParts {
    let models: SessionModels
    let events: ScreenEvents
    let queue: EventQueue
    let environment: SessionEnvironment

    /// Times as the settings have them, seen from now.
    var time: TimeText { TimeText(now: environment.now(), form: models.settings.settings.times) }
}
