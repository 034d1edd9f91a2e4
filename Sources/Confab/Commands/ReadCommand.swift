import ArgumentParser
import Conversations
import Glibc
import Presentation

/// `confab read`: prints the last messages of a chat, and can follow new ones.
struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Print what was said last in a chat, and what is said from now on.",
        discussion:
            "The chat is given by its name, its alias, its identifier, or the Matrix ID of the person whom one talks to in it. "
            + "It works while Confab is open. Nothing counts as read for that.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    @Option(help: ArgumentHelp("How many messages to print at most.", valueName: "number"))
    var limit = 20

    @Flag(help: "Ask the server for what is new before, where no Confab is open that does.")
    var sync = false

    @Flag(help: "Go on with what is said from now on, until it is ended.")
    var follow = false

    @Flag(help: "Print an object for each message, one a line.")
    var json = false

    @Argument(help: ArgumentHelp("The chat.", valueName: "chat"), completion: ChatCompletion.kind)
    var chat: String

    private static let most = 100_000
    /// The timeout for the server, in milliseconds.
    private static let patience: Int64 = 30_000

    func validate() throws {
        guard (0...Self.most).contains(limit) else { throw ValidationError(.limit(least: 0, most: Self.most)) }
    }

    func run() async throws {
        let directory = ProfileDirectory(paths: ProgramPaths(), keyring: .ofSession)
        let name = try directory.chosenName(options.profile ?? program.profile)
        let profile = try directory.load(name)
        if follow { return try await follow(profile, directory) }
        if sync, let account = try await ownAccount(profile, directory) {
            try await account.work(until: ScriptConnection.now + Self.patience) { try await account.catchUp() }
        }
        let reader = try ProfileReader(name, directory: directory)
        defer { reader.close() }
        for record in try reader.newest(limit, in: try await reader.chat(chat)).records { show(record) }
    }

    /// Prints messages as they arrive on this device, whether a running Confab or this process fetches them.
    @MainActor
    private func follow(_ profile: Profile, _ directory: ProfileDirectory) async throws {
        let signals = TerminationSignals()
        let account = try await ownAccount(profile, directory)
        let work = Task { @MainActor in
            guard let account else { return try await follow(profile, directory, account) }
            try await account.work(listensForScripts: true) { try await follow(profile, directory, account) }
        }
        do {
            try await signals.cancelling(work).get()
        } catch is CancellationError {
            return
        }
    }

    @MainActor
    private func follow(_ profile: Profile, _ directory: ProfileDirectory, _ account: HeadlessAccount?) async throws {
        let reader = try ProfileReader(profile.name, directory: directory)
        defer { reader.close() }
        let found: Chat
        do {
            found = try await reader.chat(chat)
        } catch ProgramError.chat(.unknown(let named)) {
            // A chat that was joined since Confab last ran is only known after a sync.
            guard let account else { throw ProgramError.chat(.unknown(named)) }
            try await account.catchUp()
            found = try await reader.chat(chat)
        }
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = DatabaseWatch(directory: directory.path(profile.name)) { change.yield() }
        defer { watch.end() }
        OutputEnd.wait { change.finish() }
        var (records, end) = try reader.newest(limit, in: found, withUnsent: false)
        // Changes from before the watch raise no event, so the first pass runs at once.
        change.yield()
        for record in records { show(record) }
        for await _ in changes {
            repeat {
                guard fflush(nil) == 0 else { return }
                (records, end) = try reader.newer(than: end, in: found)
                for record in records { show(record) }
            } while !records.isEmpty
        }
        try Task.checkCancellation()
    }

    /// Returns the account of this process; `nil` if a running Confab syncs with the server.
    @MainActor
    private func ownAccount(_ profile: Profile, _ directory: ProfileDirectory) async throws -> HeadlessAccount? {
        try ProgramPaths.makePrivateDirectory(directory.paths.state)
        switch try await AccountAccess.find(profile, in: directory, until: ScriptConnection.now + Self.patience) {
        case .running: return nil
        case .own(let prepared):
            return try HeadlessAccount(prepared, directory: directory, log: FileLog(path: directory.paths.log))
        }
    }

    private func show(_ record: MessageRecord) {
        LocaleText.print(json ? [record.json.line] : record.lines, areJSON: json)
    }
}
