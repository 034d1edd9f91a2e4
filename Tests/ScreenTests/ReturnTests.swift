import TestSupport
import TestTraits
import Testing

/// Tests a return to a chat in which others continued.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct ReturnTests {
    @Test func restartOpensAtTheUnreadMarkerAndReadsVisibleRows() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("good night")
        try await bo.screen.waitFor("good night")
        try await bo.settle()
        try await ana.screen.waitFor("good night", endingIn: "read")
        try await end(bo)

        for number in 1...25 { try await ana.say("seed \(number).") }
        try await ana.screen.waitFor("seed 25.", endingIn: "sent")
        try bo.open()
        try await bo.screen.waitFor("── new ──")
        try await bo.screen.waitFor("seed 1.")
        #expect(!bo.screen.screen.contains("seed 25."))
        try await ana.screen.waitUntil("what Bo has read") { screen in
            screen.rows.contains { $0.contains("seed ") && $0.hasSuffix("read") }
        }
        try await ana.settle()
        #expect(ana.screen.screen.rows.contains { $0.contains("seed 25.") && $0.hasSuffix("sent") })

        bo.screen.send(.end)
        try await bo.screen.waitFor("seed 25.")
        try await ana.screen.waitFor("seed 25.", endingIn: "read")
    }

    private func end(_ person: PersonAtScreen) async throws {
        person.screen.send(.control("c"))
        person.screen.send(.control("c"))
        _ = try await person.screen.waitForExit()
    }
}
