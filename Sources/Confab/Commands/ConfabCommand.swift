import ArgumentParser

/// `confab`: runs the full-screen messenger, and contains the subcommands.
struct ConfabCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confab", abstract: "A messenger for the terminal that speaks Matrix.",
        discussion: "Without a subcommand the full-screen messenger opens. The first time it asks for a name, no more.",
        version: ProgramVersion.text,
        subcommands: [
            LoginCommand.self, LogoutCommand.self, JoinCommand.self, ChatsCommand.self, ReadCommand.self,
            SearchCommand.self, SendCommand.self, OpenCommand.self, ExportCommand.self, ImportCommand.self,
            UnreadCommand.self, NotifyCommand.self, DevicesCommand.self, VerifyCommand.self, KeysCommand.self,
            ServeCommand.self, ConfigCommand.self, DoctorCommand.self,
        ])

    @Option(
        help: ArgumentHelp("Open this profile instead of the one used last.", valueName: "name"),
        completion: ProfileCompletion.kind)
    var profile: String?

    @Option(help: ArgumentHelp("Read the settings from this file instead of confab.toml.", valueName: "file"))
    var config: String?

    @Flag(help: "Write what happens line by line, without a screen: for screen readers and braille.")
    var linear = false

    func run() async throws {
        if linear {
            return try await LinearProgram.run(profileName: profile, settings: try SettingsFile(option: config))
        }
        try await MessengerProgram.run(profileName: profile, settings: try SettingsFile(option: config))
    }

    /// Prints an error as one line on standard error, and exits with a code that confab(1) lists.
    @MainActor
    static func start() async {
        do {
            // Without arguments there is nothing to parse. Parsing would take a fifth of the startup time.
            guard CommandLine.arguments.count > 1 else {
                return try await MessengerProgram.run(profileName: nil, settings: try SettingsFile(option: nil))
            }
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            ProgramExit.leave(with: error)
        }
    }
}
