import ArgumentParser
import Engine
import Foundation
import MatrixAPI
import MatrixClient
import Messenger
import ViewModels

/// `confab login`: adds an account of any homeserver as a profile.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Log in to a homeserver, or register there, and keep the account as a profile.",
        discussion:
            "The homeserver is found by the Matrix ID. It is asked which ways in it offers. The password is asked for in the "
            + "terminal; without a terminal it is the first line of standard input.")

    @Argument(
        help: ArgumentHelp(
            "A Matrix ID, or the homeserver: a server name, a URL, or unix:PATH.", valueName: "address"))
    var address: String?

    @Option(help: ArgumentHelp("A Matrix ID, or its first part.", valueName: "id"))
    var user: String?

    @Flag(help: "Log in with a browser, at whom the server trusts.")
    var sso = false

    @Option(help: ArgumentHelp("Whom of several the browser goes to, with --sso.", valueName: "id"))
    var provider: String?

    @Flag(help: "Log in by a login token, which is asked for as the password is.")
    var loginToken = false

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
        if token != nil, !register { throw ProgramError.input(.tokenWithoutRegister) }
        if provider != nil, !sso { throw ProgramError.input(.providerWithoutSSO) }
        if [sso, loginToken, register].count(where: { $0 }) > 1 {
            throw ProgramError.input(.severalLogins)
        }
        let paths = ProgramPaths()
        try ProgramPaths.makePrivateDirectory(paths.state)
        var login = Login(directory: ProfileDirectory(paths: paths, keyring: .ofSession), log: FileLog(path: paths.log))
        login.savedUnsentMessages = {
            LocaleText.print(DisplayText.words("commands.session-had-ended", ["file": $0]).string)
        }
        let profile = register ? try await makeAccount(login) : try await openAccount(login)
        await Self.tellKeys(of: profile)
        let said: String = .words("commands.logged-in", ["person": profile.userID, "profile": profile.name])
        LocaleText.print(DisplayText(sanitizing: said).string)
    }

    @MainActor
    private func makeAccount(_ login: Login) async throws -> Profile {
        let target = try LoginTarget(address: given, user: user)
        let server = try target.server ?? Prompt.line(.words("commands.homeserver"))
        let user = try target.user ?? Prompt.line(.words("commands.user"))
        return try await login.register(
            address: server, user: user, password: try Prompt.newPassword(.words("commands.new-password")),
            token: token, allowsInsecure: insecureHTTP, report: Self.report)
    }

    /// Uploads the device keys, so that other people can write to this device in encrypted chats before
    /// it is first opened.
    @MainActor
    private static func tellKeys(of profile: Profile) async {
        // If this fails, the first opening tries again and reports the error.
        _ = try? await LockedProfile(profile.name).withConfirmation { confirmation, _ in
            try await confirmation.state()
        }
    }

    @MainActor
    private static func report(_ step: LoginStep) {
        if case .pausing = step { ProgramExit.printError(step.text) }
    }

    /// The given address. If it contains the path of a socket, the bytes of the path are kept: see
    /// ``LocaleText/path(_:)``.
    private var given: String? {
        guard let address, address.hasPrefix("unix:") else { return address }
        return "unix:" + LocaleText.path(String(address.dropFirst("unix:".count)))
    }

    /// Asks for the homeserver's address if the ID doesn't lead to it and standard input is a terminal.
    @MainActor
    private func openAccount(_ login: Login) async throws -> Profile {
        let target = try LoginTarget(address: given, user: user)
        var server = target.server ?? ""
        // If the server is known, the browser or the token determines the user.
        let user = try target.user ?? (server.isEmpty ? Prompt.line(.words("commands.matrix-id")) : "")
        let questions = LoginQuestions(singleSignOn: (sso, provider), wantsToken: loginToken)
        while true {
            do {
                return try await login.logIn(
                    address: server, user: user, allowsInsecure: insecureHTTP, dialogue: questions.dialogue)
            } catch let problem as LoginError where problem.asksForAddress && isatty(STDIN_FILENO) == 1 {
                ProgramExit.printError(problem.message)
                server = try Prompt.line(.words("commands.homeserver"))
            }
        }
    }
}

/// The account and the server that the arguments of `confab login` describe.
struct LoginTarget: Hashable {
    /// A server name, a URL or `unix:PATH`. Empty if the user's ID leads to the server, `nil` if nothing does.
    let server: String?
    let user: String?

    init(address: String?, user: String?) throws(ProgramError) {
        let user = user.map(LoginMachine.userID(typed:))
        if let address, let id = LoginTarget.userID(address) {
            if user != nil { throw .input(.matrixIDTwice) }
            self.init(server: "", user: id)
        } else {
            self.init(server: address ?? (user?.hasPrefix("@") == true ? "" : nil), user: user)
        }
    }

    private init(server: String?, user: String?) {
        self.server = server
        self.user = user
    }

    /// Returns a user ID: `ana:example.org` is one without its `@`, but `example.org:8448` is a server name.
    private static func userID(_ address: String) -> String? {
        if address.hasPrefix("@") { return address }
        let id = LoginMachine.userID(typed: address)
        return id.hasPrefix("@") && !ServerName.isValid(address) ? id : nil
    }
}
