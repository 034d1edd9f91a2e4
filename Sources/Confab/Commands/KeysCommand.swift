import ArgumentParser

/// `confab keys`: contains the subcommands for the keys of encrypted chats.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Write the keys of encrypted chats to a file, or read them from one.",
        subcommands: [KeysExportCommand.self, KeysImportCommand.self])
}
