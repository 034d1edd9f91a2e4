import ViewModels

/// The account that the conversations belong to.
package struct Account: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// The display name as it was typed; text from outside.
    package var displayName: String?
    /// The device of the current login; transaction identifiers are valid for it alone.
    package let deviceID: String

    package init(userID: String, displayName: String?, deviceID: String = "") {
        self.userID = userID
        self.displayName = displayName
        self.deviceID = deviceID
    }
}

/// An action of the user that the onboarding reacts to.
package enum OnboardingStep: String, Hashable, Sendable {
    case switchedChat, openedHelp
}

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
