import Foundation
import Synchronization

/// A user with a home of their own, whose Confab may be open on a screen.
///
/// When this object is deallocated, the program ends and the home is removed.
package final class PersonAtScreen: Sendable {
    package let name: String
    package let home: Sandbox
    private let user: OtherUser?
    private let opened = Mutex<ScreenDriver?>(nil)

    /// - Parameter name: The name, which is also the local part of the Matrix ID of an account.
    package convenience init(_ name: String) throws {
        self.init(name, home: try Sandbox())
    }

    /// - Parameters:
    ///   - home: The home, which may contain a profile already.
    ///   - user: The owner of the home, if it is not the user who runs the tests.
    package init(_ name: String, home: Sandbox, user: OtherUser? = nil) {
        self.name = name
        self.home = home
        self.user = user
    }

    deinit {
        // The program must have ended before its files are removed.
        opened.withLock { $0 = nil }
    }

    /// The screen that was opened last.
    package var screen: ScreenDriver {
        guard let screen = opened.withLock({ $0 }) else { preconditionFailure("\(name) opened no screen") }
        return screen
    }

    /// Whether a screen was opened.
    package var hasScreen: Bool { opened.withLock { $0 != nil } }

    /// Starts Confab in place of the previous one.
    ///
    /// - Parameter environment: The variables that differ from the sandbox's environment. An empty value removes a
    ///   variable.
    @discardableResult
    package func open(
        _ arguments: [String] = [], environment: [String: String] = [:], width: Int = 80, height: Int = 24
    ) throws -> ScreenDriver {
        opened.withLock { $0 = nil }
        let program = program(arguments)
        let screen = try ScreenDriver(
            program.path, arguments: program.arguments, environment: self.environment(environment), width: width,
            height: height)
        opened.withLock { $0 = screen }
        return screen
    }

    /// Starts Confab for the first time, answers its question with the name, and waits for the conversation with the
    /// guide.
    @discardableResult
    package func beginWithGuide(
        environment: [String: String] = [:], width: Int = 80, height: Int = 24
    ) async throws -> ScreenDriver {
        let screen = try open(environment: environment, width: width, height: height)
        try await screen.waitFor("Your name")
        screen.send(.control("u"))
        screen.send(name)
        try await screen.waitFor("@\(name):localhost")
        screen.send(.enter)
        try await screen.waitFor("Welcome")
        try await screen.waitFor("online")
        // A small screen shows the first of the guide's lines, and has no space for the last.
        screen.send(.meta(">"))
        try await screen.waitFor("press Enter")
        return screen
    }

    /// Starts Confab for the first time, and goes from its question to the login.
    @discardableResult
    package func openToLogIn(environment: [String: String] = [:]) async throws -> ScreenDriver {
        let screen = try open(environment: environment)
        try await screen.waitFor("Your name")
        screen.send(.control("o"))
        try await screen.waitFor("Log in to a Matrix account")
        screen.send("l")
        return screen
    }

    /// Runs Confab without a terminal until it ends.
    package func run(
        _ arguments: [String] = [], input: String = "", environment: [String: String] = [:]
    ) async throws -> CommandResult {
        try await command(arguments, input: input, environment: environment).waitForExit()
    }

    /// Starts Confab without a terminal.
    package func command(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> CommandProcess {
        let program = program(arguments)
        return try CommandProcess(
            program.path, arguments: program.arguments, environment: self.environment(environment), input: input)
    }

    /// Registers an account on a server, and creates its profile.
    package func register(at server: TeamServer) async throws {
        try await logIn(at: server.address, ["--register"])
    }

    /// Logs in to an account on a homeserver with its password, and creates its profile.
    package func logIn(at address: String, _ options: [String] = []) async throws {
        let result = try await run(
            ["login", address, "--user", name] + options, input: "a password of \(name)\n")
        guard result.exit == .status(0) else {
            throw ScreenFailure.notStarted(program: "the account of \(name)", reason: result.errors + result.output)
        }
    }

    private func program(_ arguments: [String]) -> (path: String, arguments: [String]) {
        user?.command(arguments) ?? (ProgramLocation.confab, arguments)
    }

    private func environment(_ changes: [String: String]) -> [String: String] {
        home.environment.merging(changes) { $1 }.filter { !$0.value.isEmpty }
    }
}
