import TestSupport
import TestTraits
import Testing

/// Tests the first run up to a conversation, as a new user sees it.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct FirstRunTests {
    @Test func firstRunPrefillsTheLoginName() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try ana.open()
        try await screen.waitFor("Your name")
        try await screen.waitFor("Enter start")
        let answer = try #require(screen.screen.rows.first { $0.hasPrefix("›") })
        #expect(answer.count > 2, "\(screen.described)")
        #expect(screen.isCursorVisible)
        #expect(screen.screen.rows[screen.cursor.y] == answer)
        #expect(screen.cursor.x == answer.count)
    }

    @Test func oneEnterStartsAConversation() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try ana.open()
        try await screen.waitFor("Your name")
        screen.send(.enter)
        try await screen.waitFor("Welcome to Confab")
        try await screen.waitFor("write a message")
        try await screen.waitUntil("a cursor in the composer") { screen in
            screen.isCursorVisible && screen.rows[screen.cursor.y].contains("write a message")
        }
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test func guideAnswersAndHistorySurvivesRestart() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        screen.send("hello from ana")
        try await screen.waitFor("▏hello from ana")
        screen.send(.enter)
        try await screen.waitFor("hello from ana", endingIn: "read")
        try await screen.waitFor("F1 shows all keys")
        screen.send(.control("c"))
        try await screen.waitFor("^C again")
        screen.send(.control("c"))
        #expect(try await screen.waitForExit() == .status(0))
        screen.expectLeftAsFound()

        let again = try ana.open()
        try await again.waitFor("hello from ana", endingIn: "read")
        try await again.waitFor("F1 shows all keys")
        try await again.waitFor("online")
        #expect(!again.screen.contains("Your name"))
        again.send("/quit")
        again.send(.enter)
        #expect(try await again.waitForExit() == .status(0))
        again.expectLeftAsFound()
    }

    @Test func guideCanBeInvitedAgain() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        try await ana.settle()
        screen.send(.control("o"))
        screen.send("v")
        try await screen.waitFor("y leaves")
        screen.send("y")
        try await screen.waitUntilGone("y leaves")
        try await screen.waitUntilGone("Try it: type a line")
        try await ana.invite("@guide:localhost")
        try await screen.waitFor("Here I am again")
        screen.send("what else?")
        screen.send(.enter)
        try await screen.waitFor("Try it: type a line")
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test func firstRunOpensTheLoginFormAndEscapeReturns() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.openToLogIn()
        try await screen.waitFor("Matrix ID")
        try await screen.waitUntilGone("Your name")
        screen.send(.escape)
        try await screen.waitFor("Your name")
        #expect(screen.isCursorVisible)
        #expect(screen.unknownSequences.isEmpty)
    }
}
