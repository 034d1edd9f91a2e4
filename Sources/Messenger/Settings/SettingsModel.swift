/// The settings as they are now.
@MainActor
final class SettingsModel {
    private(set) var settings = MessengerSettings()
    /// What is wrong in the file of settings, in a person's words.
    private(set) var problems: [String] = []

    func change(to settings: MessengerSettings, problems: [String]) {
        self.settings = settings
        self.problems = problems
    }

    func dismissProblems() { problems = [] }
}
