import Foundation
import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests logging in, and logging in again, on the screen.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct LoginTests {
    @Test func existingAccountLogsInOnFirstRun() async throws {
        let server = try await TeamServer()
        let elsewhere = try PersonAtScreen("ana")
        try await elsewhere.register(at: server)

        let ana = try PersonAtScreen("ana")
        let screen = try await ana.openToLogIn()
        try await screen.waitFor("Matrix ID")
        screen.send("ana")
        screen.send(.enter)
        try await screen.waitFor("Which homeserver?")
        screen.send(server.address)
        screen.send(.enter)
        try await screen.waitFor("Password")
        screen.send("a password of ana")
        screen.send(.enter)
        try await screen.waitFor("online")
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test func matrixIDAloneResolvesItsServer() async throws {
        let server = try await TeamServer()
        let name = server.address.dropFirst("http://".count)
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        // The server name in the ID is resolved. The server may use another name for itself.
        let result = try await ana.run(["login", "@ana:\(name)"], input: "a password of ana\n")
        #expect(result.exit != .status(0))
        #expect(result.errors.contains("doesn't accept this name and password"))
    }

    @Test func missingServerIsReportedWithAdvice() async throws {
        let ana = try PersonAtScreen("ana")
        let result = try await ana.run(["login", "@ana:127.0.0.1:1"], input: "beans\n")
        #expect(result.exit == .status(69))
        #expect(result.errors.contains("The homeserver of 127.0.0.1:1 was not found"))
        #expect(result.errors.contains("Give its address"))
    }

    @Test func chatsStayVisibleAfterLogout() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("before the logout")
        try await bo.screen.waitFor("before the logout")
        ana.screen.send(.control("c"))
        ana.screen.send(.control("c"))
        _ = try await ana.screen.waitForExit()
        #expect(try await ana.run(["logout"]).exit == .status(0))

        let screen = try ana.open()
        try await screen.waitFor("logged out: ^O l logs in again")
        try await screen.waitFor("before the logout")
        try await ana.say("written meanwhile")
        try await screen.waitFor("written meanwhile", endingIn: "unsent")
        screen.send("a draft")
        try await screen.waitFor("▏a draft")

        try await logIn(ana, at: meeting.server, password: "beans")
        try await screen.waitFor("doesn't accept this name and password")
        screen.send(.control("u"))
        screen.send("a password of ana")
        screen.send(.enter)
        try await screen.waitFor("online")
        try await screen.waitFor("▏a draft")
        try await bo.screen.waitFor("written meanwhile")
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test func loginOnScreenSendsWaitingLines() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        let screen = ana.screen
        try await endSession(of: ana, at: meeting.server)
        try await screen.waitFor("logged out: ^O l logs in again")
        for line in ["first", "second", "third"] { try await ana.say(line) }
        try await screen.waitFor("third", endingIn: "unsent")

        try await logIn(ana, at: meeting.server, password: "a password of ana")
        try await screen.waitFor("online")
        try await screen.waitUntil("that nothing waits") { screen in !screen.rows.contains { $0.contains("unsent") } }
        try await bo.screen.waitFor("third")
        let seen = bo.screen.screen.rows.flatMap { row in
            ["first", "second", "third"].filter { row.hasSuffix(" \($0)") || row.contains(" \($0) ") }
        }
        #expect(seen == ["first", "second", "third"])
        try await bo.say("I see them")
        try await screen.waitFor("I see them")
        #expect(screen.unknownSequences.isEmpty)
    }

    /// Goes from the chat to the form, and fills it in.
    private func logIn(_ person: PersonAtScreen, at server: TeamServer, password: String) async throws {
        let screen = person.screen
        screen.send(.control("o"))
        try await screen.waitFor("Log in to a Matrix account")
        screen.send("l")
        try await screen.waitFor("As @\(person.name):localhost at \(server.address)")
        screen.send(password)
        screen.send(.enter)
    }

    /// Ends the session, as another device or an administrator could.
    private func endSession(of person: PersonAtScreen, at server: TeamServer) async throws {
        let client = HomeserverClient(
            homeserver: try HomeserverLocation(userInput: server.address, allowsInsecure: false),
            accessToken: try KeptTokens.read(home: person.home.path, profile: "\(person.name)@localhost").accessToken)
        try await client.logOut()
        await client.shutdown()
    }
}
