import ArgumentParser
import Conversations
import Messenger

/// `confab chats`: lists the chats of an account from this device's database alone.
struct ChatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chats", abstract: "List the chats, with how much is unread and what names each for sure.",
        discussion: "It needs no network, and works while Confab is open.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @Option(
        help: ArgumentHelp("The profile, instead of the one used last.", valueName: "name"),
        completion: ProfileCompletion.kind)
    var profile: String?

    @Flag(help: "List those that were left as well.")
    var all = false

    @Flag(help: "Print an object for each chat, one a line.")
    var json = false

    func run() async throws {
        let reader = try ProfileReader(profile ?? program.profile)
        defer { reader.close() }
        let chats = try await reader.chats().filter { !$0.isSpace && (all || $0.membership != .left) }
        let records = chats.map(ChatRecord.init)
        for line in json ? records.map(\.json.line) : ChatRecord.table(records) { print(line) }
    }
}
