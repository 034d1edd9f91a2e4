/// The current settings.
struct SettingsModel {
    private(set) var settings = MessengerSettings()
    /// The errors in the settings file.
    private(set) var problems: [any Reason] = []

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
