import ArgumentParser
import Conversations
import Messenger
import ViewModels

/// `confab export`: writes all messages of a chat that this device has.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all that was said in a chat, as far as this device has it.",
        discussion:
            "The chat is given as for confab read. It works while Confab is open. "
            + "Whoever reads what is written reads what was encrypted on its way.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    @Option(help: ArgumentHelp("How: json, text or html.", valueName: "format"))
    var format = ExportFormat.json

    @Option(
        help: ArgumentHelp(
            "Write into this new directory, with the files of the chat, instead of to standard output.",
            valueName: "directory"), completion: .directory)
    var output: String?

    @Argument(help: ArgumentHelp("The chat.", valueName: "chat"), completion: ChatCompletion.kind)
    var chat: String

    /// The timeout for another command that has the profile, in milliseconds.
    private static let patience: Int64 = 30_000

    func run() async throws {
        try await export()
    }

    @MainActor
    private func export() async throws {
        let paths = ProgramPaths()
        let directory = ProfileDirectory(paths: paths, keyring: .ofSession)
        let reader = try ProfileReader(options.profile ?? program.profile, directory: directory)
        defer { reader.close() }
        let found = try await reader.chat(chat)
        let target = try ExportOutput(directory: output.map { LocaleText.path($0) }, name: format.fileName)
        let missing: Int
        if output == nil {
            missing = try await ChatExport(reader: reader, chat: found, format: format, output: target, files: nil)
                .write()
        } else {
            missing = try await untilEnded { try await exportWithFiles(reader, found, directory, to: target) }
        }
        if try reader.isMissingHistory(of: found) { ProgramExit.printError(.words("script.export-is-part")) }
        guard missing > 0 else { return }
        ProgramExit.printError(.words("script.files-are-missing", count: missing))
        throw ExitCode(1)
    }

    /// Deletes the unfinished export if a signal cancels it.
    @MainActor
    private func untilEnded(_ body: @escaping @MainActor () async throws -> Int) async throws -> Int {
        let signals = TerminationSignals()
        let work = Task { @MainActor in try await body() }
        return try await signals.cancelling(work).get()
    }

    @MainActor
    private func exportWithFiles(
        _ reader: ProfileReader, _ found: Chat, _ directory: ProfileDirectory, to target: ExportOutput
    ) async throws -> Int {
        try ProgramPaths.makePrivateDirectory(directory.paths.state)
        let name = reader.profile.name
        func write(_ account: HeadlessAccount?) async throws -> Int {
            let files = FileFetcher(account, profileName: name, directory: directory.path(name))
            return try await ChatExport(reader: reader, chat: found, format: format, output: target, files: files)
                .write()
        }
        let deadline = ScriptConnection.now + Self.patience
        switch try await AccountAccess.find(reader.profile, in: directory, until: deadline) {
        case .running: return try await write(nil)
        case .own(let prepared):
            let account = try HeadlessAccount(prepared, directory: directory, log: FileLog(path: directory.paths.log))
            return try await account.work(listensForScripts: true) { try await write(account) }
        }
    }
}
