import ArgumentParser
import Conversations
import Glibc
import Messenger

/// `confab open`: shows a chat on the screen.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Show a chat: on the screen of the Confab that is open, else on a new one.",
        discussion: "The chat is given as for confab read.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @Option(
        help: ArgumentHelp("The profile, instead of the one used last.", valueName: "name"),
        completion: ProfileCompletion.kind)
    var profile: String?

    @Argument(help: ArgumentHelp("The chat.", valueName: "chat"), completion: ChatCompletion.kind)
    var chat: String

    /// The timeout for the running Confab, in milliseconds.
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
        if let connection = try place.connect() {
            let request = ScriptRequest(.open(chatID: chatID), directory: directory.path(name))
            let answer = try connection.answer(to: request, until: ScriptConnection.now + Self.patience)
            guard answer == .noScreen else { return }
            // Without a terminal this process can't take over, so the other process keeps the profile.
            guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
                throw ProgramError.script(.noScreen)
            }
        }
        let settings = try SettingsFile(option: program.config)
        try await MessengerProgram.run(profileName: profile ?? program.profile, settings: settings, chatID: chatID)
    }
}
