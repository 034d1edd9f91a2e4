/// The settings as they are now.
@MainActor
final class SettingsModel {
    private(set) var settings = MessengerSettings()
    /// What is wrong in the file of settings.
    private(set) var problems: [any Reason] = []

    func change(to settings: MessengerSettings, problems: [any Reason]) {
        self.settings = settings
        self.problems = problems
    }

    func dismissProblems() { problems = [] }
}
