/// The current settings.
@MainActor
final class SettingsModel {
    private(set) var settings = MessengerSettings()
    /// The errors in the settings file.
    private(set) var problems: [any Reason] = []

    func change(to settings: MessengerSettings, problems: [any Reason]) {
        self.settings = settings
        self.problems = problems
    }

    func dismissProblems() { problems = [] }
}
