import ArgumentParser
import Foundation
import Presentation

/// `confab search`: searches the messages in this device's database alone.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Print the messages that have certain words, the newest first.",
        discussion:
            "It takes what the search on the screen takes: words, \"a phrase\", beginning*, from:, in:, has:, before:, after:. "
            + "It needs no network, and works while Confab is open. Where nothing is found it ends with 1.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    @Option(help: ArgumentHelp("Only in this chat.", valueName: "chat"), completion: ChatCompletion.kind)
    var chat: String?

    @Option(help: ArgumentHelp("How many messages to print at most.", valueName: "number"))
    var limit = 50

    @Flag(help: "Print an object for each message, one a line.")
    var json = false

    @Argument(
        help: ArgumentHelp(
            "What to look for. After -- it may begin with -, for what must not be there.", valueName: "words"))
    var words: [String]

    private static let most = 100_000

    func validate() throws {
        guard (1...Self.most).contains(limit) else { throw ValidationError(.limit(least: 1, most: Self.most)) }
    }

    func run() async throws {
        let search = MessageSearchArchive(words.joined(separator: " "), today: Date())
        if let unknown = search.unknown { throw ProgramError.input(.meansNothing(unknown)) }
        guard !search.isEmpty else { throw ProgramError.input(.nothingToSearch) }
        let reader = try ProfileReader(options.profile ?? program.profile)
        defer { reader.close() }
        let found = try await reader.found(search, in: chat, limit: limit)
        for message in found {
            LocaleText.print(json ? [message.json.line] : message.lines, areJSON: json)
        }
        if found.isEmpty { throw ExitCode(1) }
    }
}
