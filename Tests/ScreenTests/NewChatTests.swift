import TestSupport
import TestTraits
import Testing

/// Tests new chats with several people, on the screens of all members.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct NewChatTests {
    @Test func groupIsCreatedFromSuggestions() async throws {
        let meeting = try await Meeting.beforeTheFirstChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        let kim = try PersonAtScreen("kim")
        try await kim.register(at: meeting.server)
        try kim.open()
        try await kim.screen.waitFor("online")

        ana.screen.send(.function(4))
        try await ana.screen.waitFor("With whom?")
        ana.screen.send("bo")
        try await ana.screen.waitFor("on the server")
        ana.screen.send(.tab)
        try await ana.screen.waitFor("[bo]")
        ana.screen.send("@kim:localhost\r")
        try await ana.screen.waitFor("[bo] [kim]")
        ana.screen.send(.tab)
        ana.screen.send("Release team")
        try await ana.screen.waitFor("Enter makes the group “Release team” with bo and kim.")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("write a message")
        try await ana.screen.waitUntilGone("With whom?")
        for person in [bo, kim] {
            try await person.acceptInvitation()
            try await person.screen.waitFor("Release team")
        }
        try await kim.say("hello everybody")
        try await ana.screen.waitFor("hello everybody")
        try await bo.screen.waitFor("hello everybody")
    }

    @Test func unknownUserIsReportedAndTheFormIsKept() async throws {
        let meeting = try await Meeting.beforeTheFirstChat()
        let ana = meeting.ana
        ana.screen.send(.function(4))
        try await ana.screen.waitFor("With whom?")
        ana.screen.send("@bo:localhost\r")
        try await ana.screen.waitFor("[bo]")
        ana.screen.send("@nobody:localhost\r")
        try await ana.screen.waitFor("[bo] [nobody]")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("user @nobody:localhost on this server). Enter tries again.")
        #expect(ana.screen.screen.contains("[bo] [nobody]"))
        ana.screen.send(.backspace)
        try await ana.screen.waitUntilGone("[nobody]")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("write a message")
        try await meeting.bo.acceptInvitation()
    }

    @Test func existingDirectChatIsOpenedInsteadOfANewOne() async throws {
        let meeting = try await Meeting.inAChat()
        let ana = meeting.ana
        try await ana.say("hello bo")
        ana.screen.send(.function(4))
        try await ana.screen.waitFor("With whom?")
        try await ana.screen.waitFor("@bo:localhost")
        ana.screen.send("@bo:localhost\r")
        try await ana.screen.waitFor("[bo]")
        ana.screen.send(.enter)
        try await ana.screen.waitUntilGone("With whom?")
        try await ana.screen.waitFor("hello bo")
        ana.screen.send(.function(5))
        try await ana.screen.waitFor("from your chat")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("hello bo")
        ana.screen.send(.control("o"))
        try await ana.screen.waitFor("People and contacts")
        ana.screen.send("u")
        try await ana.screen.waitFor("Make a contact of the person")
        ana.screen.send("k")
        try await ana.screen.waitFor("New contact")
        try await ana.screen.waitFor("@bo:localhost")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("hello bo")
    }
}
