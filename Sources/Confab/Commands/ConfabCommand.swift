import ArgumentParser
import BuildCommit
import Conversations
import Engine
import Foundation
import Glibc
import MatrixAPI
import MatrixClient
import Panes
import Presentation
import Terminal
import ViewModels

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
            TerminalCharset.measureByLocale()
            var command = try parseAsRoot(LocaleText.arguments)
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

/// The option for the profile that a subcommand works on.
struct ProfileOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The profile, instead of the one used last.", valueName: "name"),
        completion: ProfileCompletion.kind)
    var profile: String?
}

/// `confab chats`: lists the chats of an account from this device's database alone.
struct ChatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chats", abstract: "List the chats, with how much is unread and what names each for sure.",
        discussion: "It needs no network, and works while Confab is open.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    @Flag(help: "List those that were left as well.")
    var all = false

    @Flag(help: "Print an object for each chat, one a line.")
    var json = false

    func run() async throws {
        let reader = try ProfileReader(options.profile ?? program.profile)
        defer { reader.close() }
        let chats = try await reader.chats().filter { !$0.isSpace && (all || $0.membership != .left) }
        let records = chats.map(ChatRecord.init)
        LocaleText.print(json ? records.map(\.json.line) : ChatRecord.table(records), areJSON: json)
    }
}

/// `confab config`: prints all settings with their defaults, and checks the settings file.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Print all settings with their defaults, and check the file of settings.",
        discussion: "What is printed is a whole file of settings. What is wrong in yours is said on standard error.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @Option(help: ArgumentHelp("Check this file instead of confab.toml.", valueName: "file"))
    var config: String?

    func run() throws {
        let file = try SettingsFile(option: config ?? program.config)
        let head = "# \(file.exists ? "Confab reads" : "Confab would read") \(file.path)\n\n"
        let text = head + String(decoding: PackageResources.confab_toml, as: UTF8.self) + Self.keys
        // A file of settings is in UTF-8.
        if isatty(STDOUT_FILENO) == 1 { LocaleText.print(text, terminator: "") } else { print(text, terminator: "") }
        fflush(nil)
        let problems = file.read(previous: Settings()).problems
        guard let last = problems.last else { return }
        for problem in problems.dropLast() { ProgramExit.printError(problem.message) }
        throw ProgramError.settings(last)
    }

    /// Every action with configurable keys and its default keys, as comments. A line without its `#` is a setting.
    private static var keys: String {
        let free = BindingTable.all.filter { binding in
            KeyMap.with(overrides: [binding.id.name: binding.keys.map(\.name)]).problems.isEmpty
        }
        return free.map { binding in
            let names = binding.keys.map { quoted($0.name) }.joined(separator: ", ")
            return "#\n# \(binding.title)\n# \(binding.id.name) = [\(names)]\n"
        }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// `confab devices`: lists the devices that the account is logged in on.
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List where the account is logged in.",
        discussion: "The homeserver is asked. This device comes first and has a mark, then the one that was seen last.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    @Flag(help: "Print an object for each device, one a line.")
    var json = false

    func run() async throws {
        try await list()
    }

    @MainActor
    private func list() async throws {
        let held = try LockedProfile(options.profile ?? program.profile)
        let (devices, verified) = try await devices(held)
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let rows = DeviceRow.rows(of: devices, ownID: held.profile.deviceID, verified: verified, now: now)
        LocaleText.print(json ? rows.map(Self.json) : DeviceRow.table(rows), areJSON: json)
    }

    /// Returns the devices, and those that are verified. Only a process with the keys of this device
    /// can tell the latter.
    @MainActor
    private func devices(_ held: LockedProfile) async throws -> ([AccountDevice], verified: Set<String>?) {
        do {
            return try await held.withConfirmation { confirmation, client in
                (try await client.devices(), verified: try? await confirmation.verifiedDevices())
            }
        } catch ProgramError.sealingKeySilent {
            return (try await held.withClient { try await $0.devices() }, verified: nil)
        }
    }

    private static func json(_ row: DeviceRow) -> String {
        let object: JSONValue = [
            "id": .string(row.id), "name": .string(row.name.string), "this": .bool(row.isThis),
            "last_seen": row.lastSeen.map(JSONValue.integer) ?? .null,
            "verified": row.isVerified.map(JSONValue.bool) ?? .null,
        ]
        return object.serializedText
    }
}

/// `confab doctor`: reports the features that the terminal, tmux or screen in use lacks, and the lines that fix them.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what the terminal, tmux or screen in use lacks, and what mends it.",
        discussion: "It asks the terminal itself, where there is one. The exit status is 1 where something is missing.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    func run() async throws {
        let findings = await examine(try SettingsFile(option: program.config))
        LocaleText.print(DiagnosisText.text(findings, width: TerminalReport.columns ?? .max), terminator: "")
        fflush(nil)
        if findings.contains(where: { $0.state == .missing }) { throw ExitCode(1) }
    }

    @MainActor
    private func examine(_ file: SettingsFile) -> [Finding] {
        let environment = ProgramEnvironment.value
        let variable: (String) -> String? = { name in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let tmux = variable("TMUX") == nil ? nil : TmuxOptions.read()
        let bus = NotificationBus.find(
            LiveSettings(file: file).settings.notices.desktop,
            DesktopNotifications(of: ProfileDirectory(paths: ProgramPaths())))
        return Diagnosis(report: .make(), environment: variable, tmux: tmux, bus: bus).findings
    }
}

/// `confab keys`: contains the subcommands for the keys of encrypted chats.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Write the keys of encrypted chats to a file, or read them from one.",
        subcommands: [KeysExportCommand.self, KeysImportCommand.self])
}

/// `confab keys export`: writes all keys of encrypted chats to a file that a passphrase protects.
struct KeysExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the keys of encrypted chats to a file behind a passphrase.",
        discussion:
            "The passphrase is asked for in the terminal, twice; without a terminal it is the first line of standard "
            + "input. A file that exists is not touched. Other Matrix clients read it as well.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"))
    var file: String

    func run() async throws {
        let held = try LockedProfile(options.profile ?? program.profile)
        let target = RoomKeyFile(path: LocaleText.path(file))
        try target.checkIsFree()
        let exported = try await held.withRoomKeys { transfer in
            let passphrase = try Prompt.newPassword(.words("commands.new-passphrase"))
            return try await transfer.export(passphrase: passphrase)
        }
        try target.write(exported.text)
        for line in RoomKeyReport.lines(of: exported, file: file) { LocaleText.print(line) }
    }
}

/// `confab keys import`: reads keys of encrypted chats from a file that Confab or another client exported.
struct KeysImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Read keys of encrypted chats from a file that a Matrix client exported.",
        discussion:
            "The passphrase is asked for in the terminal; without a terminal it is the first line of standard input. "
            + "What can be read with the keys is there when Confab is opened next.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    @Argument(help: ArgumentHelp("The file to read.", valueName: "file"))
    var file: String

    func run() async throws {
        let held = try LockedProfile(options.profile ?? program.profile)
        let text = try RoomKeyFile(path: LocaleText.path(file)).read()
        let imported = try await held.withRoomKeys { transfer in
            let passphrase = try Prompt.password(.words("commands.passphrase"))
            return try await transfer.importKeys(text, passphrase: passphrase)
        }
        for line in RoomKeyReport.lines(of: imported) { LocaleText.print(line) }
    }
}

/// `confab open`: shows a chat on the screen.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Show a chat: on the screen of the Confab that is open, else on a new one.",
        discussion: "The chat is given as for confab read.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

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
        let reader = try ProfileReader(options.profile ?? program.profile, directory: directory)
        let name = reader.profile.name
        let chatID: String
        do {
            defer { reader.close() }
            chatID = try await reader.chat(chat).id
        }
        let place = ScriptSocket(profileName: name, directory: directory.path(name))
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
        try await MessengerProgram.run(
            profileName: options.profile ?? program.profile, settings: settings, chatID: chatID)
    }
}

/// The output of `--version`.
enum ProgramVersion {
    static let text = text(commit: SourceCommit.name)

    /// - Parameter commit: empty if it isn't known.
    static func text(commit: String) -> String {
        commit.isEmpty ? "confab \(number)" : "confab \(number) (\(commit))"
    }

    private static let number = "0.1.0"
}
