import Foundation
import TestSupport
import TestTraits
import Testing

/// A separate session bus for a program, with a keyring.
private enum DesktopSession {
    static let program = "/usr/bin/dbus-run-session"

    static var isInstalled: Bool {
        [program, "/usr/bin/gnome-keyring-daemon"].allSatisfy(FileManager.default.fileExists(atPath:))
            && ["x86_64", "aarch64"].contains { machine in
                FileManager.default.fileExists(atPath: "/usr/lib/\(machine)-linux-gnu/libsecret-1.so.0")
            }
    }
}

/// Tests the storage of tokens in a desktop session. Each test has its own session.
@Suite(
    .serialized, .timeLimit(.minutes(10)), .sandboxed,
    .enabled(if: DesktopSession.isInstalled, "left out: libsecret-1-0, gnome-keyring or dbus-daemon is not installed"))
struct KeyringTests {
    /// Unlocks the keyring in the home directory, or creates it.
    private static let unlock = "printf x | gnome-keyring-daemon --unlock --components=secrets --daemonize >&2"

    @Test func tokensAreStoredOnlyInTheKeyring() async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        let screen = try open(ana, Self.unlock, logIn(at: server, "--register"), "exec \"$0\"")
        try await screen.waitFor("online")
        #expect(try tokenFile(of: ana) == #"{"kept_in":"keyring"}"#)
        #expect(try keyrings(of: ana).contains { $0.hasSuffix(".keyring") })
        screen.send(.control("c"), .control("c"))
        _ = try await screen.waitForExit()

        // This is another session of the same user.
        let again = try open(ana, Self.unlock, "exec \"$0\"")
        try await again.waitFor("online")
        again.send(.control("c"), .control("c"))
        _ = try await again.waitForExit()

        // With a locked keyring the chats are shown nevertheless, and the password logs in again.
        let locked = try open(ana, "exec \"$0\"")
        try await locked.waitFor("logged out: ^O l logs in again")
        locked.send(.control("o"))
        locked.send("l")
        try await locked.waitFor("As @ana:localhost")
        locked.send("a password of ana")
        locked.send(.enter)
        try await locked.waitFor("online")
        #expect(try tokenFile(of: ana).contains("access_token"))
    }

    @Test func lockedKeyringIsReportedOnceAndLoginWorks() async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        let log = ana.home.path + "/errors"
        let screen = try open(ana, logIn(at: server, "--register") + " 2>'\(log)'", "exec \"$0\"")
        try await screen.waitFor("online")
        #expect(try tokenFile(of: ana).contains("access_token"))
        let said = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        #expect(said.count { $0.hasPrefix("confab: The keyring is locked or does not answer") } == 1)
    }

    @Test func logoutRemovesTokensFromTheKeyring() async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        let screen = try open(
            ana, Self.unlock, logIn(at: server, "--register"), "\"$0\" logout", "exec \"$0\"")
        try await screen.waitFor("logged out: ^O l logs in again")
        #expect(throws: (any Error).self) { try tokenFile(of: ana) }
    }

    /// This happens if the keyring was deleted.
    @Test func newLoginReplacesASealingKeyLostByTheKeyring() async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        let first = try open(ana, Self.unlock, logIn(at: server, "--register"), exportKeys(of: ana, "first"))
        _ = try await first.waitForExit()
        #expect(try file("sealing-key", of: ana) == #"{"kept_in":"keyring"}"#)
        try FileManager.default.removeItem(atPath: ana.home.path + "/data/keyrings")
        let again = try open(
            ana, Self.unlock, logIn(at: server, ""), exportKeys(of: ana, "lost"), "\"$0\" logout >/dev/null",
            logIn(at: server, ""), exportKeys(of: ana, "new"))
        _ = try await again.waitForExit()
        let isClosed = try ["first", "lost", "new"].map { name in
            try String(contentsOfFile: ana.home.path + "/" + name, encoding: .utf8).contains("is in the keyring")
        }
        #expect(isClosed == [false, true, false])
        #expect(try file("sealing-key", of: ana) == #"{"kept_in":"keyring"}"#)
    }

    /// Exports the keys of the profile, and writes the errors to a file.
    private func exportKeys(of person: PersonAtScreen, _ name: String) -> String {
        let path = person.home.path + "/" + name
        return "echo 'a passphrase of ana' | \"$0\" keys export '\(path).txt' 2>'\(path)'"
    }

    private func logIn(at server: TeamServer, _ option: String) -> String {
        "echo 'a password of ana' | \"$0\" login \(server.address) --user ana \(option) >/dev/null"
    }

    /// Runs the lines one after the other, in a session with a bus and a terminal.
    private func open(_ person: PersonAtScreen, _ lines: String...) throws -> ScreenDriver {
        try ScreenDriver(
            DesktopSession.program,
            arguments: ["--", "/bin/sh", "-c", lines.joined(separator: "\n"), ProgramLocation.confab],
            environment: person.home.environment)
    }

    private func tokenFile(of person: PersonAtScreen) throws -> String { try file("token", of: person) }

    private func file(_ name: String, of person: PersonAtScreen) throws -> String {
        let path = person.home.path + "/data/confab/profiles/ana@localhost/" + name
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    private func keyrings(of person: PersonAtScreen) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: person.home.path + "/data/keyrings")
    }
}
