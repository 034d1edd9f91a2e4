import TestSupport
import TestTraits
import Testing

/// Tests a direct chat of two people, on the embedded homeserver and on Synapse.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct DirectChatTests {
    @Test(arguments: HomeKind.allCases) func invitationIsAcceptedAndBothChat(kind: HomeKind) async throws {
        let company = try await Company.inADirectChat(at: kind)
        let (ana, bo) = (company.ana, company.bo)
        ana.screen.send("hello b")
        try await bo.screen.waitFor("ana types…")
        ana.screen.send("o")
        try await ana.screen.waitFor("▏hello bo")
        ana.screen.send(.enter)
        try await bo.screen.waitFor("hello bo")
        try await bo.screen.waitUntilGone("ana types…")
        try await ana.screen.waitFor("hello bo", endingIn: "read")
        try await bo.say("hello yourself")
        try await ana.screen.waitFor("hello yourself")
        try await bo.screen.waitFor("hello yourself", endingIn: "read")
        for person in [ana, bo] {
            #expect(person.screen.screen.rows.count { $0.contains("hello") } == 2)
            #expect(person.screen.unknownSequences.isEmpty)
        }
    }

    @Test(arguments: HomeKind.allCases) func userOfAnotherClientIsInvitedAndBothChat(kind: HomeKind) async throws {
        let company = try await Company.gather(at: kind)
        let (ana, kim) = (company.ana, company.kim)
        try await ana.invite("@kim:localhost")
        let room = try await kim.acceptInvitation()
        ana.screen.send("hello k")
        try await kim.waitUntil("ana types", in: room) { $0.typing == ["@ana:localhost"] }
        ana.screen.send("im")
        try await ana.screen.waitFor("▏hello kim")
        ana.screen.send(.enter)
        let line = try await kim.waitToRead("hello kim", in: room)
        try await kim.waitUntil("nobody types", in: room) { $0.typing.isEmpty }
        try await ana.screen.waitFor("hello kim", endingIn: "sent")
        try await kim.read(line, in: room)
        try await ana.screen.waitFor("hello kim", endingIn: "read")

        try await kim.setTyping(true, in: room)
        try await ana.screen.waitFor("kim types…")
        try await kim.setTyping(false, in: room)
        try await ana.screen.waitUntilGone("kim types…")
        let answer = try await kim.say("hello ana", in: room)
        try await ana.screen.waitFor("hello ana")
        try await kim.waitUntil("ana has read it", in: room) { $0.lastRead(by: "@ana:localhost") == answer }
    }

    @Test(arguments: HomeKind.allCases) func userOfAnotherClientInvitesAndGetsAReply(kind: HomeKind) async throws {
        let company = try await Company.gather(at: kind)
        let (ana, kim) = (company.ana, company.kim)
        let room = try await kim.makeDirectChat(with: "@ana:localhost")
        try await kim.say("are you there?", in: room)
        try await ana.acceptInvitation()
        try await ana.screen.waitFor("are you there?")
        try await ana.say("I am")
        try await kim.waitToRead("I am", in: room)
    }
}
