import ArgumentParser
import Foundation
import ViewModels

/// `confab login`: an account on any homeserver becomes a profile.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Log in to a homeserver, or register there, and keep the account as a profile.",
        discussion:
            "The password is asked for in the terminal; without a terminal it is the first line of standard input.")

    @Argument(help: ArgumentHelp("The homeserver: a server name, a URL, or unix:PATH.", valueName: "address"))
    var address: String?

    @Option(help: ArgumentHelp("A Matrix ID, or its first part.", valueName: "id"))
    var user: String?

    @Flag(help: "Make a new account.")
    var register = false

    @Option(help: ArgumentHelp("What the server asks for to register.", valueName: "token"))
    var token: String?

    @Flag(help: "Permit plain HTTP to another machine: anyone in between reads your password and chats.")
    var insecureHTTP = false

    func run() async throws {
        try await logIn()
    }

    @MainActor
    private func logIn() async throws {
        if token != nil, !register { throw ProgramError.input("--token goes with --register.") }
        let paths = ProgramPaths()
        try ProgramPaths.makePrivateDirectory(paths.state)
        let login = Login(directory: ProfileDirectory(paths: paths), log: FileLog(path: paths.log))
        let address = try address ?? (user?.contains(":") == true ? "" : Prompt.line("Homeserver: "))
        let user = try user ?? Prompt.line("User: ")
        let profile =
            if register {
                try await login.register(
                    address: address, user: user, password: try Prompt.newPassword(), token: token,
                    allowsInsecure: insecureHTTP)
            } else {
                try await login.logIn(
                    address: address, user: user, password: try Prompt.password("Password: "),
                    allowsInsecure: insecureHTTP)
            }
        let said = "Logged in as \(profile.userID). Open it with: confab --profile \(profile.name)"
        print(DisplayText(sanitizing: said).string)
    }
}
