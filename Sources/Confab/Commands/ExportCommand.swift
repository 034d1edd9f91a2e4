import ArgumentParser
import Conversations
import Messenger
import ViewModels

/// `confab export`: all that this device has of a chat.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print all that was said in a chat, as far as this device has it.",
        discussion:
            "The chat is given as for confab read. It needs no network, and works while Confab is open. "
            + "It goes to standard output: whoever reads it reads what was encrypted on its way.")

    /// Takes an option that it has as well, wherever that stands.
    @ParentCommand var program: ConfabCommand

    @Option(
        help: ArgumentHelp("The profile, instead of the one used last.", valueName: "name"),
        completion: ProfileCompletion.kind)
    var profile: String?

    @Option(help: ArgumentHelp("How: json, text or html.", valueName: "format"))
    var format = ExportFormat.json

    @Argument(help: ArgumentHelp("The chat.", valueName: "chat"), completion: ChatCompletion.kind)
    var chat: String

    func run() async throws {
        let reader = try ProfileReader(profile ?? program.profile)
        defer { reader.close() }
        let found = try await reader.chat(chat)
        if format == .html { print(ChatPage.head(ChatLookup.name(of: found))) }
        var place = Int64.min
        while true {
            let page = try reader.newer(than: place, in: found)
            guard page.end != place else { break }
            place = page.end
            for record in page.records { show(record) }
        }
        if format == .html { print(ChatPage.foot) }
        if try reader.isMissingHistory(of: found) { ProgramExit.say(.words("script.export-is-part")) }
    }

    private func show(_ record: MessageRecord) {
        switch format {
        case .json: print(record.json.line)
        case .text: for line in record.lines { print(line) }
        case .html: print(record.html)
        }
    }
}
