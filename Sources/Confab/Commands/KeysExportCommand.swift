import ArgumentParser
import Messenger
import ViewModels

/// `confab keys export`: writes all keys of encrypted chats to a file that a passphrase protects.
struct KeysExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the keys of encrypted chats to a file behind a passphrase.",
        discussion:
            "The passphrase is asked for in the terminal, twice; without a terminal it is the first line of standard "
            + "input. A file that exists is not touched. Other Matrix clients read it as well.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @Option(
        help: ArgumentHelp("The profile, instead of the one used last.", valueName: "name"),
        completion: ProfileCompletion.kind)
    var profile: String?

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"))
    var file: String

    func run() async throws {
        let held = try HeldProfile(profile ?? program.profile)
        let target = RoomKeyFile(path: file)
        try target.checkIsFree()
        let exported = try await held.withRoomKeys { transfer in
            let passphrase = try Prompt.newPassword(.words("commands.new-passphrase"))
            return try await transfer.export(passphrase: passphrase)
        }
        try target.write(exported.text)
        for line in RoomKeyReport.lines(of: exported, file: file) { print(line) }
    }
}
