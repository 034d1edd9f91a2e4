import TestSupport
import TestTraits
import Testing

/// Tests the emoji verification of users and devices, on two screens.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct VerificationTests {
    /// Returns the emoji to compare by their names, once they are on a screen.
    private func emoji(at person: PersonAtScreen) async throws -> String {
        try await person.screen.waitFor("y they are the same")
        let rows = person.screen.screen.rows
        let question = rows.firstIndex { $0.contains("y they are the same") } ?? 0
        let names = rows[..<question].last { !$0.allSatisfy { $0 == " " } } ?? ""
        return names.split(separator: " ").joined(separator: " ")
    }

    /// Sends a request to the user in the open chat, and opens the request on the other screen.
    private func ask(_ meeting: Meeting) async throws {
        meeting.ana.screen.send(.control("o"))
        meeting.ana.screen.send("uv")
        try await meeting.ana.screen.waitFor("Waiting for")
        try await meeting.bo.screen.waitFor("shows what is asked")
        meeting.bo.screen.send(.meta("g"))
        try await meeting.bo.screen.waitFor("y goes on, n declines")
    }

    @Test func matchingEmojiVerifyBothPeople() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ask(meeting)
        #expect(bo.screen.screen.contains("@ana:localhost"))
        bo.screen.send("y")
        let (first, second) = (try await emoji(at: ana), try await emoji(at: bo))
        #expect(first == second && first.split(separator: " ").count >= 7)
        ana.screen.send("y")
        try await ana.screen.waitFor("Waiting for the answer")
        bo.screen.send("y")
        for person in [ana, bo] { try await person.screen.waitFor("is verified: you know now") }
        ana.screen.send(.escape)
        try await ana.screen.waitFor("bo · encrypted")
    }

    @Test func mismatchedEmojiVerifyNobody() async throws {
        let meeting = try await Meeting.inAChat()
        try await ask(meeting)
        meeting.bo.screen.send("y")
        _ = try await emoji(at: meeting.ana)
        meeting.ana.screen.send("n")
        for person in [meeting.ana, meeting.bo] { try await person.screen.waitFor("They were not the same") }
    }

    @Test func declinedAndWithdrawnVerificationsAreReported() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ask(meeting)
        bo.screen.send("n")
        try await ana.screen.waitFor("The other side ended it")
        for person in [ana, bo] {
            person.screen.send(.escape)
            try await person.screen.waitFor("· encrypted")
        }
        try await ask(meeting)
        ana.screen.send(.escape)
        try await bo.screen.waitFor("The other side ended it")
    }

    /// Typed text must not answer the question.
    @Test func typedTextDoesNotAnswerVerification() async throws {
        let meeting = try await Meeting.inAChat()
        try await ask(meeting)
        meeting.bo.screen.send("yes of course")
        try await meeting.bo.screen.waitFor("› yes of course")
        #expect(meeting.bo.screen.screen.contains("y goes on"))
        #expect(meeting.ana.screen.screen.contains("Waiting for"))
    }
}
