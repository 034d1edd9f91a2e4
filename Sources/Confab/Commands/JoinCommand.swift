import ArgumentParser
import Engine
import MatrixAPI
import Presentation
import ViewModels

/// `confab join`: joins a chat by its address.
struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Join a chat by its address, or by a link to it.",
        discussion: "The address is as in #chat:example.org or !id:example.org; links are of matrix.to or matrix: URIs."
    )

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    @Flag(help: "Ask those who are in it to be let in.")
    var knock = false

    @Flag(help: "Print an object that names the chat.")
    var json = false

    @Argument(help: ArgumentHelp("The address of the chat.", valueName: "chat"))
    var chat: String

    func run() async throws {
        try await join()
    }

    @MainActor
    private func join() async throws {
        let chatID = try await joined()
        if json {
            let object: JSONValue = [
                "id": chatID.map(JSONValue.string) ?? .null, "address": .string(chat),
                "membership": .string(knock ? "knocked" : "joined"),
            ]
            return print(object.line)
        }
        let name = MatrixAddress(chat, server: "")?.room?.name ?? chat
        let said: String =
            knock ? .words("commands.knocked", ["chat": name]) : .words("commands.joined", ["chat": name])
        LocaleText.print(DisplayText(sanitizing: said).string)
    }

    /// Joins by the process that has the profile open, or by this one.
    @MainActor
    private func joined() async throws -> String? {
        do {
            let held = try LockedProfile(options.profile ?? program.profile, borrows: false)
            let userID = held.profile.userID
            return try await held.withClient { client in
                try await ChatJoiner(client).enter(chat, knocks: knock, userID: userID)
            }
        } catch ProgramError.profileInUse(let name, let processID) {
            guard let answer = try ask(name) else { throw ProgramError.profileInUse(name: name, processID: processID) }
            if case .done(let chatID) = answer { return chatID }
            return nil
        }
    }

    /// Asks the process that has the profile open; `nil` if no process listens.
    private func ask(_ profileName: String) throws -> ScriptResponse? {
        let directory = ProfileDirectory(paths: ProgramPaths()).path(profileName)
        let place = ScriptSocket(profileName: profileName, directory: directory)
        guard let connection = try place.connect() else { return nil }
        let request = ScriptRequest(.join(address: chat, knocks: knock), directory: directory)
        return try connection.answer(to: request, until: ScriptConnection.now + Self.patience)
    }

    /// The timeout for the process that has the profile open, in milliseconds.
    private static let patience: Int64 = 60_000
}
