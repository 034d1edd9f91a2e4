package import Engine

/// Events of the settings.
package enum SettingsEvent: RoutedEvent {
    /// The settings were read, with the errors found in their file.
    case changed(MessengerSettings, problems: [any Reason])
}

/// The current settings.
package struct SettingsModel {
    package private(set) var settings = MessengerSettings()
    /// The errors in the settings file.
    package private(set) var problems: [any Reason] = []

    mutating func change(to settings: MessengerSettings, problems: [any Reason]) {
        self.settings = settings
        self.problems = problems
    }

    mutating func dismissProblems() { problems = [] }
}

/// The user's settings for conversations and notifications.
package struct MessengerSettings: Hashable, Sendable {
    package var times = TimeFormat()
    package var notices = NotificationRules()
    package var media = MediaSettings()
    /// Whether read receipts are sent to others.
    package var sharesReading = true
    /// The languages of the spell check, see ``SpellingLanguages/chosen(by:environment:)``.
    package var spelling = "auto"
    package var serverSearch = ServerSearchUse.ask

    package init() {}
}
