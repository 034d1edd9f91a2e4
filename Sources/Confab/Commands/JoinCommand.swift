import ArgumentParser
import MatrixAPI
import MatrixClient
import Messenger
import ViewModels

/// `confab join`: joins a chat by its address.
struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Join a chat by its address, or by a link to it.",
        discussion: "The address is as in #chat:example.org or !id:example.org; links are of matrix.to or matrix: URIs."
    )

    /// Takes an option that it has as well, wherever that stands.
    @ParentCommand var program: ConfabCommand

    @Option(help: ArgumentHelp("The profile, instead of the one used last.", valueName: "name"))
    var profile: String?

    @Flag(help: "Ask those who are in it to be let in.")
    var knock = false

    @Argument(help: ArgumentHelp("The address of the chat.", valueName: "chat"))
    var chat: String

    func run() async throws {
        try await join()
    }

    @MainActor
    private func join() async throws {
        let held = try HeldProfile(profile ?? program.profile)
        let server = UserID(held.profile.userID)?.server ?? ""
        guard let address = MatrixAddress(chat, server: server)?.room else {
            throw ProgramError.input(.noChatAddress(chat))
        }
        try await held.withClient { client in
            let entrance = ChatEntrance(client)
            do throws(JoinRefusal) {
                if knock { try await entrance.knock(address) } else { _ = try await entrance.join(address) }
            } catch {
                throw ProgramError.join(address, error)
            }
        }
        let said: String =
            knock
            ? .words("commands.knocked", ["chat": address.name]) : .words("commands.joined", ["chat": address.name])
        print(DisplayText(sanitizing: said).string)
    }
}
