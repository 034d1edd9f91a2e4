import ViewModels

/// The dependencies of event handlers: the models they show, the output for view models, and the queue
/// for user actions.
@MainActor
struct ScreenParts {
    let models: SessionModels
    let events: ScreenEvents
    let queue: EventQueue
    let environment: SessionEnvironment

    /// Formats times by the settings, relative to now.
    var time: TimeText { TimeText(now: environment.now(), form: models.settings.settings.times) }
}
