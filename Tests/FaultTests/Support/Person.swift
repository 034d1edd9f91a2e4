import Foundation
import Glibc
import MatrixAPI
import MatrixClient
import TestSupport

/// A user with a profile of their own, who may have the real program open.
final class Person {
    let name: String
    let sandbox: Sandbox
    let server: ServerProcess
    /// The address by which this person's program reaches the server.
    private let address: String
    private var driver: ScreenDriver?
    private let words: HomeserverClient
    /// The environment of all this person's programs.
    let environment: [String: String]

    /// Registers with `confab login`, with the password on standard input.
    ///
    /// - Parameters:
    ///   - proxy: The proxy between this person's program and the server.
    ///   - environment: Variables besides the common ones.
    init(
        _ name: String, on server: ServerProcess, through proxy: FaultProxy? = nil, environment: [String: String] = [:]
    ) async throws {
        self.name = name
        self.server = server
        address = proxy?.address ?? server.address
        sandbox = try Sandbox()
        self.environment = sandbox.environment.merging(environment) { $1 }
        try await Person.runLogin(name, address, self.environment, options: "--register")
        let token = try KeptTokens.read(home: sandbox.path, profile: "\(name)@localhost").accessToken
        words = HomeserverClient(homeserver: server.homeserver, accessToken: token)
        guard server.tokenLifetime != nil else { return }
        // The program refreshes its own tokens, which no other client may use.
        _ = try await words.login(user: name, password: Person.password(of: name), deviceName: "test")
    }

    /// Logs in to the existing account.
    func logIn() async throws {
        try await Person.runLogin(name, address, environment, options: "")
    }

    /// Logs in through a network that prevents it.
    ///
    /// - Returns: The output of the program.
    func failToLogIn() async throws -> String {
        let login = try Person.login(name, address, environment, options: "")
        let exit = try await login.waitForExit()
        guard exit != .status(0) else { throw ScreenFailure.notSeen("a login that fails", screen: login.text) }
        return login.text
    }

    var token: String {
        get throws { try KeptTokens.read(home: sandbox.path, profile: "\(name)@localhost").accessToken }
    }

    func log() throws -> String {
        try String(contentsOfFile: sandbox.path + "/state/confab/confab.log", encoding: .utf8)
    }

    var profile: String { sandbox.path + "/data/confab/profiles/\(name)@localhost" }

    var userID: String { "@\(name):localhost" }

    /// The database of this person's profile.
    var database: String { profile + "/confab.sqlite" }

    var isOpen: Bool { driver != nil }

    /// A client of the same account, without a screen, that bypasses every proxy.
    var client: HomeserverClient { words }

    var screen: ScreenDriver {
        get throws {
            guard let driver else { throw ScreenFailure.notSeen("a screen", screen: "\(name) has none open") }
            return driver
        }
    }

    /// Starts the program and waits for its first frame. The terminal is tall enough for all lines of a test.
    func open(wrapper: [String] = []) async throws {
        let words = wrapper + [ProgramLocation.confab]
        let driver = try ScreenDriver(
            words[0], arguments: Array(words.dropFirst()), environment: environment, width: 80, height: 70)
        self.driver = driver
        try await driver.waitFor("Confab  \(name)")
    }

    /// Starts the program on a system where it can't run.
    ///
    /// - Returns: The last output of the program.
    func failToOpen(wrapper: [String]) async throws -> String {
        let words = wrapper + [ProgramLocation.confab]
        let driver = try ScreenDriver(
            words[0], arguments: Array(words.dropFirst()), environment: environment, width: 500, height: 70)
        let exit = try await driver.waitForExit()
        guard exit != .status(0) else { throw ScreenFailure.notSeen("a program that ends", screen: driver.text) }
        return driver.text
    }

    /// Starts the program and waits until it is online and the chat is open.
    func openOnline(wrapper: [String] = []) async throws {
        try await open(wrapper: wrapper)
        try await waitUntilOnline()
        try await screen.waitFor("write a message")
    }

    /// Starts the program after its database was lost, and dismisses its question. The account has an identity that
    /// the device with its new keys doesn't know. If the account has no identity, the program doesn't ask.
    func openWithoutDatabase() async throws {
        let isAsked = try await words.queryKeys(of: [userID]).masterKeys[userID] != nil
        try await open()
        if isAsked {
            try await screen.waitFor("Verify this device")
            try screen.send(.escape)
        }
        try await waitUntilOnline()
        try await screen.waitFor("write a message")
    }

    /// Starts the program and waits until its composer has the draft.
    func openOnlineWithDraft(_ text: String) async throws {
        try await open()
        try await waitUntilOnline()
        try await screen.waitUntil("“\(text)” in the composer") {
            $0.composer.contains { $0.contains(text) }
        }
    }

    func waitUntilOnline() async throws {
        try await screen.waitUntil("online") { $0.statusLine.contains("online") }
    }

    func waitUntilOffline() async throws {
        try await screen.waitUntil("offline since") { $0.statusLine.contains("offline since") }
    }

    /// Kills the program, which gets no chance to clean up.
    ///
    /// - Returns: The numbered lines that the chat showed last. Empty if the kill cut off a frame, which may show
    ///   the composer's text among the messages.
    @discardableResult
    func kill() async throws -> [String] {
        let driver = try screen
        try await end(by: SIGKILL)
        return driver.screen.isInFrame ? [] : driver.screen.numberedLines
    }

    @discardableResult
    func end(by signal: Int32) async throws -> ProgramExit {
        let driver = try screen
        driver.terminate(signal)
        let exit = try await driver.waitForExit()
        self.driver = nil
        return exit
    }

    /// Types a line and presses Enter, as fast as the terminal accepts input.
    func enter(_ line: String) throws {
        try screen.send(line)
        try screen.send(.enter)
    }

    /// Waits until a line that could not be accepted is in the composer again.
    func waitToHaveBack(_ line: String) async throws {
        try await screen.waitUntil("\(line) back in the composer") { Person.has(line, back: $0) }
    }

    /// Types a line, presses Enter, and waits until it is in the chat or back in the composer.
    ///
    /// - Returns: Whether it came back.
    func enterOnAFullDisk(_ line: String) async throws -> Bool {
        try enter(line)
        try await screen.waitUntil("\(line) taken or refused") { screen in
            screen.numberedLines.last == line || Person.has(line, back: screen)
        }
        return Person.has(line, back: try screen.screen)
    }

    private static func has(_ line: String, back screen: ScreenEmulator) -> Bool {
        screen.composer.contains { $0.contains(line) } && screen.contains("Not sent")
    }

    /// Removes text that a kill left in the composer.
    func clearComposer() async throws {
        try screen.send(.control("u"))
        try await screen.waitFor("write a message")
    }

    /// Types a line, presses Enter and waits until the chat shows it: from then on it counts as accepted.
    func say(_ line: String) async throws {
        try enter(line)
        try await screen.waitUntil("\(line) in the chat") {
            $0.chat.contains { $0.contains(line) }
        }
    }

    /// Posts a line through the API, past the program.
    func post(_ line: String, in roomID: String) async throws {
        _ = try await client.send(
            roomID: roomID, type: "m.room.message", transactionID: roomID + line,
            content: ["msgtype": "m.text", "body": .string(line)])
    }

    /// Edits a line through the API, past the program.
    func change(_ eventID: String, into line: String, in roomID: String, transactionID: String) async throws {
        _ = try await client.send(
            roomID: roomID, type: "m.room.message", transactionID: roomID + transactionID,
            content: [
                "msgtype": "m.text", "body": .string("* " + line),
                "m.new_content": ["msgtype": "m.text", "body": .string(line)],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(eventID)],
            ])
    }

    /// Moves through the chat list until this chat is open and can be written in. A sync may come between accepting
    /// an invitation and its confirmation.
    func openChat(_ name: String) async throws {
        // A key pressed before the chat is listed has no other chat to switch to.
        try await screen.waitUntil("\(name) in the list") { $0.lists(name) }
        for _ in 0..<30 {
            try await screen.waitUntil("an open chat") { $0.openChat != nil }
            let before = try screen.screen.openChat
            if before == name {
                return try await screen.waitUntil("a field to write in") { screen in
                    screen.composer.contains { $0.contains("▏") }
                }
            }
            try screen.send(.control("n"))
            try await screen.waitUntil("a chat other than \(before ?? "")") {
                $0.openChat != nil && $0.openChat != before
            }
        }
    }

    /// Waits until the chat shows exactly these numbered lines, in this order.
    func waitToSee(_ lines: [String]) async throws {
        try await screen.waitUntil("\(lines) and nothing else at \(name)'s") {
            $0.numberedLines == lines
        }
    }

    /// Waits until none of the person's own lines is pending.
    func waitUntilAllIsSent() async throws {
        try await screen.waitUntil("nothing unsent") { screen in
            !screen.chat.contains { $0.contains("sending…") || $0.contains("unsent") }
                && !screen.statusLine.contains("unsent")
        }
    }

    private static func password(of name: String) -> String { "\(name) likes beans" }

    private static func runLogin(
        _ name: String, _ address: String, _ environment: [String: String], options: String
    ) async throws {
        let login = try login(name, address, environment, options: options)
        let exit = try await login.waitForExit()
        guard exit == .status(0) else { throw ScreenFailure.notSeen("a login", screen: login.text) }
    }

    private static func login(
        _ name: String, _ address: String, _ environment: [String: String], options: String
    ) throws -> ScreenDriver {
        let command = "echo '\(password(of: name))' | \"$0\" login \(address) --user \(name) \(options)"
        return try ScreenDriver(
            "/bin/sh", arguments: ["-c", command, ProgramLocation.confab], environment: environment, width: 2_000)
    }
}
