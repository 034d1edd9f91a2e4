import ArgumentParser
import Messenger
import ViewModels

/// `confab keys import`: reads keys of encrypted chats from a file that Confab or another client exported.
struct KeysImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Read keys of encrypted chats from a file that a Matrix client exported.",
        discussion:
            "The passphrase is asked for in the terminal; without a terminal it is the first line of standard input. "
            + "What can be read with the keys is there when Confab is opened next.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @Option(
        help: ArgumentHelp("The profile, instead of the one used last.", valueName: "name"),
        completion: ProfileCompletion.kind)
    var profile: String?

    @Argument(help: ArgumentHelp("The file to read.", valueName: "file"))
    var file: String

    func run() async throws {
        let held = try HeldProfile(profile ?? program.profile)
        let text = try RoomKeyFile(path: file).read()
        let imported = try await held.withRoomKeys { transfer in
            let passphrase = try Prompt.password(.words("commands.passphrase"))
            return try await transfer.take(text, passphrase: passphrase)
        }
        for line in RoomKeyReport.lines(of: imported) { print(line) }
    }
}
