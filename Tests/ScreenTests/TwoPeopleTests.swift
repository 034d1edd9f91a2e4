import TestSupport
import TestTraits
import Testing

/// Tests two programs on one server, as each user sees the other.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct TwoPeopleTests {
    @Test func invitationIsAcceptedAndBothChat() async throws {
        let meeting = try await Meeting.beforeTheFirstChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.invite("@bo:localhost")
        try await bo.acceptInvitation()

        ana.screen.send("hello b")
        try await bo.screen.waitFor("ana types…")
        ana.screen.send("o")
        try await ana.screen.waitFor("▏hello bo")
        ana.screen.send(.enter)
        try await bo.screen.waitFor("hello bo")
        try await bo.screen.waitUntilGone("ana types…")
        try await ana.screen.waitFor("hello bo", endingIn: "read")

        bo.screen.send("hello yourself")
        try await ana.screen.waitFor("bo types…")
        bo.screen.send(.enter)
        try await ana.screen.waitFor("hello yourself")
        try await bo.screen.waitFor("hello yourself", endingIn: "read")
        #expect(ana.screen.screen.rows.count { $0.contains("hello") } == 2)
        #expect(bo.screen.screen.rows.count { $0.contains("hello") } == 2)

        for person in [ana, bo] {
            person.screen.send(.control("c"))
            person.screen.send(.control("c"))
            #expect(try await person.screen.waitForExit() == .status(0))
            person.screen.expectLeftAsFound()
        }
        #expect(try await meeting.server.stop().exit == .status(0))
    }

    @Test func messageInAnotherChatIsCountedAndKeyOpensIt() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        let kim = try PersonAtScreen("kim")
        try await kim.register(at: meeting.server)
        try await bo.invite("@kim:localhost")
        try await bo.waitForList(of: "ana", toShow: "")

        try await ana.say("are you there")
        try await bo.waitForList(of: "ana", toShow: "1")
        try await bo.screen.waitFor("ana: are you there")
        try await ana.say("it is about the seedlings")
        try await bo.waitForList(of: "ana", toShow: "2")
        try await bo.screen.waitFor("2 new, ana: it is about the seedlings")
        try await bo.screen.waitFor("2 unread")
        try await ana.screen.waitFor("seedlings", endingIn: "sent")

        bo.screen.send(.meta("g"))
        try await bo.screen.waitFor("it is about the seedlings")
        try await bo.screen.waitUntilGone("2 new, ana")
        try await bo.waitForList(of: "ana", toShow: "")
        try await bo.screen.waitUntilGone("2 unread")
        try await ana.screen.waitFor("seedlings", endingIn: "read")
    }

    @Test func unfocusedMessagesAreReadOnceFocusReturns() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("the first")
        try await ana.screen.waitFor("the first", endingIn: "read")

        #expect(bo.screen.screen.modes.contains(1004))
        // Reports a loss of focus without a key, because a key would count as presence.
        bo.screen.send("\u{1B}[O")
        try await ana.say("the second")
        try await bo.screen.waitFor("the second")
        try await bo.waitForList(of: "ana", toShow: "1")
        try await ana.screen.waitFor("the second", endingIn: "sent")
        // Ana's next line follows all receipts that bo's program had to send.
        try await ana.say("the third")
        try await bo.waitForList(of: "ana", toShow: "2")
        try await ana.screen.waitFor("the third", endingIn: "sent")
        #expect(ana.screen.screen.rows.contains { $0.contains("the first") && $0.hasSuffix(" read") })

        bo.screen.send("\u{1B}[I")
        try await ana.screen.waitFor("the third", endingIn: "read")
        try await bo.waitForList(of: "ana", toShow: "")
        #expect(bo.screen.unknownSequences.isEmpty)
    }
}
