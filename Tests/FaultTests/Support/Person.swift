import Foundation
import Glibc
import MatrixAPI
import MatrixClient
import TestSupport

/// Somebody with a profile of their own, who sits in front of the real program or not.
final class Person {
    let name: String
    let sandbox: Sandbox
    let server: ServerProcess
    /// Where the program of this person reaches the server.
    private let address: String
    private var driver: ScreenDriver?
    private let words: HomeserverClient
    /// All that this person's programs have in theirs.
    let environment: [String: String]

    /// Registers by `confab login`, with the password on standard input.
    ///
    /// - Parameters:
    ///   - proxy: the network between this person's program and the server.
    ///   - environment: beside what every program here has.
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
        // What the program renews is the program's alone.
        _ = try await words.login(user: name, password: Person.password(of: name), deviceName: "test")
    }

    /// Logs in to the account that is there.
    func logIn() async throws {
        try await Person.runLogin(name, address, environment, options: "")
    }

    /// Logs in through a network that doesn't let it.
    ///
    /// - Returns: what the program said.
    func failToLogIn() async throws -> String {
        let login = try Person.login(name, address, environment, options: "")
        let exit = try await login.waitForExit(timeout: .seconds(60))
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

    /// The same account through a client without a screen, and past every proxy.
    var client: HomeserverClient { words }

    var screen: ScreenDriver {
        get throws {
            guard let driver else { throw ScreenFailure.notSeen("a screen", screen: "\(name) has none open") }
            return driver
        }
    }

    /// Starts the program and waits for its first frame. The height leaves room for all that a test says.
    func open(wrapper: [String] = []) async throws {
        let words = wrapper + [ProgramLocation.confab]
        let driver = try ScreenDriver(
            words[0], arguments: Array(words.dropFirst()), environment: environment, width: 80, height: 70)
        self.driver = driver
        try await driver.waitFor("Confab  \(name)", timeout: .seconds(60))
    }

    /// Starts the program where it can't run.
    ///
    /// - Returns: what it said in the end.
    func failToOpen(wrapper: [String]) async throws -> String {
        let words = wrapper + [ProgramLocation.confab]
        let driver = try ScreenDriver(
            words[0], arguments: Array(words.dropFirst()), environment: environment, width: 500, height: 70)
        let exit = try await driver.waitForExit(timeout: .seconds(60))
        guard exit != .status(0) else { throw ScreenFailure.notSeen("a program that ends", screen: driver.text) }
        return driver.text
    }

    /// Starts the program and waits until the server is there and the chat is open.
    func openOnline(wrapper: [String] = []) async throws {
        try await open(wrapper: wrapper)
        try await waitUntilOnline()
        try await screen.waitFor("write a message", timeout: .seconds(60))
    }

    /// Starts the program after its database was lost, and puts off what it asks then: the account has an identity, of which the device
    /// with its new keys knows nothing. Where none was made before, nothing is asked.
    func openWithoutDatabase() async throws {
        let isAsked = try await words.queryKeys(of: [userID]).masterKeys[userID] != nil
        try await open()
        if isAsked {
            try await screen.waitFor("Verify this device", timeout: .seconds(60))
            try screen.send(.escape)
        }
        try await waitUntilOnline()
        try await screen.waitFor("write a message", timeout: .seconds(60))
    }

    /// Starts the program and waits until its composer has what was written before.
    func openOnlineWithDraft(_ text: String) async throws {
        try await open()
        try await waitUntilOnline()
        try await screen.waitUntil("“\(text)” in the composer", timeout: .seconds(60)) {
            $0.composer.contains { $0.contains(text) }
        }
    }

    func waitUntilOnline() async throws {
        try await screen.waitUntil("online", timeout: .seconds(60)) { $0.statusLine.contains("online") }
    }

    func waitUntilOffline() async throws {
        try await screen.waitUntil("offline since", timeout: .seconds(60)) { $0.statusLine.contains("offline since") }
    }

    /// The program gets no chance to put anything in order.
    ///
    /// - Returns: the numbered lines that the chat showed at last; none where the kill cut a frame, which may have what is in the
    ///   composer among the messages.
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
        let exit = try await driver.waitForExit(timeout: .seconds(60))
        self.driver = nil
        return exit
    }

    /// Types a line and presses Enter, as fast as the terminal takes it.
    func enter(_ line: String) throws {
        try screen.send(line)
        try screen.send(.enter)
    }

    /// Waits until a line that could not be taken is in the composer again.
    func waitToHaveBack(_ line: String) async throws {
        try await screen.waitUntil("\(line) back in the composer", timeout: .seconds(60)) { Person.has(line, back: $0) }
    }

    /// Types a line and presses Enter, and waits until it is in the chat or back in the composer.
    ///
    /// - Returns: whether it came back.
    func enterOnAFullDisk(_ line: String) async throws -> Bool {
        try enter(line)
        try await screen.waitUntil("\(line) taken or refused", timeout: .seconds(60)) { screen in
            screen.numberedLines.last == line || Person.has(line, back: screen)
        }
        return Person.has(line, back: try screen.screen)
    }

    private static func has(_ line: String, back screen: ScreenEmulator) -> Bool {
        screen.composer.contains { $0.contains(line) } && screen.contains("Not sent")
    }

    /// Empties the composer of what a kill left in it.
    func clearComposer() async throws {
        try screen.send(.control("u"))
        try await screen.waitFor("write a message", timeout: .seconds(60))
    }

    /// Types a line, presses Enter and waits until the chat shows it: from then on it counts as accepted.
    func say(_ line: String) async throws {
        try enter(line)
        try await screen.waitUntil("\(line) in the chat", timeout: .seconds(60)) {
            $0.chat.contains { $0.contains(line) }
        }
    }

    /// Says a line past the program.
    func post(_ line: String, in roomID: String) async throws {
        _ = try await client.send(
            roomID: roomID, type: "m.room.message", transactionID: roomID + line,
            content: ["msgtype": "m.text", "body": .string(line)])
    }

    /// Changes what was said, past the program.
    func change(_ eventID: String, into line: String, in roomID: String, transactionID: String) async throws {
        _ = try await client.send(
            roomID: roomID, type: "m.room.message", transactionID: roomID + transactionID,
            content: [
                "msgtype": "m.text", "body": .string("* " + line),
                "m.new_content": ["msgtype": "m.text", "body": .string(line)],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(eventID)],
            ])
    }

    /// Goes through the list until this chat is open and can be written in: between an invitation and what says that it is accepted
    /// there may be a sync.
    func openChat(_ name: String) async throws {
        // A key that comes before a chat does finds no other to go to.
        try await screen.waitUntil("\(name) in the list", timeout: .seconds(60)) { $0.lists(name) }
        for _ in 0..<30 {
            try await screen.waitUntil("an open chat", timeout: .seconds(60)) { $0.openChat != nil }
            let before = try screen.screen.openChat
            if before == name {
                return try await screen.waitUntil("a field to write in", timeout: .seconds(60)) { screen in
                    screen.composer.contains { $0.contains("▏") }
                }
            }
            try screen.send(.control("n"))
            try await screen.waitUntil("a chat other than \(before ?? "")", timeout: .seconds(60)) {
                $0.openChat != nil && $0.openChat != before
            }
        }
    }

    /// Waits until the chat shows exactly these numbered lines, in this order.
    func waitToSee(_ lines: [String]) async throws {
        try await screen.waitUntil("\(lines) and nothing else at \(name)'s", timeout: .seconds(60)) {
            $0.numberedLines == lines
        }
    }

    /// Waits until nothing of the person's own is on its way any more.
    func waitUntilAllIsSent() async throws {
        try await screen.waitUntil("nothing unsent", timeout: .seconds(60)) { screen in
            !screen.chat.contains { $0.contains("sending…") || $0.contains("unsent") }
                && !screen.statusLine.contains("unsent")
        }
    }

    private static func password(of name: String) -> String { "\(name) likes beans" }

    private static func runLogin(
        _ name: String, _ address: String, _ environment: [String: String], options: String
    ) async throws {
        let login = try login(name, address, environment, options: options)
        let exit = try await login.waitForExit(timeout: .seconds(60))
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
