import ArgumentParser
import Conversations
import Messenger

/// `confab open`: brings a chat on the screen.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Show a chat: on the screen of the Confab that is open, else on a new one.",
        discussion: "The chat is given as for confab read.")

    /// Takes an option that it has as well, wherever that stands.
    @ParentCommand var program: ConfabCommand

    @Option(
        help: ArgumentHelp("The profile, instead of the one used last.", valueName: "name"),
        completion: ProfileCompletion.kind)
    var profile: String?

    @Argument(help: ArgumentHelp("The chat.", valueName: "chat"), completion: ChatCompletion.kind)
    var chat: String

    /// For the Confab that is open, in milliseconds.
    private static let patience: Int64 = 10_000

    func run() async throws {
        try await open()
    }

    @MainActor
    private func open() async throws {
        let directory = ProfileDirectory(paths: ProgramPaths())
        let reader = try ProfileReader(profile ?? program.profile, directory: directory)
        let name = reader.profile.name
        let chatID: String
        do {
            defer { reader.close() }
            chatID = try await reader.chat(chat).id
        }
        let place = ScriptPlace(profileName: name, directory: directory.path(name))
        guard let connection = try place.connect() else {
            let settings = try SettingsFile(option: program.config)
            return try await MessengerProgram.run(
                profileName: profile ?? program.profile, settings: settings, chatID: chatID)
        }
        let request = ScriptRequest(.open(chatID: chatID), directory: directory.path(name))
        let deadline = ScriptConnection.now + Self.patience
        _ = try connection.answer(to: request, until: deadline)
    }
}
