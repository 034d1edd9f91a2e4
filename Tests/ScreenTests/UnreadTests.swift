import TestSupport
import TestTraits
import Testing

/// Tests `confab unread` and `confab doctor` while a screen is open.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct UnreadTests {
    @Test func unreadCommandMatchesTheOpenScreen() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        let kim = try PersonAtScreen("kim")
        try await kim.register(at: meeting.server)
        let before = try await kim.run(["unread"])
        #expect(before.exit == .status(0) && before.output == "0\n")
        try await bo.invite("@kim:localhost")
        try await bo.waitForList(of: "ana", toShow: "")
        let nothing = try await bo.run(["unread", "--quiet"])
        #expect(nothing.exit == .status(0) && nothing.output.isEmpty)

        try await ana.say("are you there")
        try await ana.say("it is about the seedlings")
        try await bo.waitForList(of: "ana", toShow: "2")
        let count = try await bo.run(["unread"])
        #expect(count.exit == .status(0))
        #expect(count.output == "2\n")
        let json = try await bo.run(["unread", "--json", "--quiet"])
        #expect(json.output.hasPrefix(#"{"chats":[{"id":"!"#))
        #expect(json.output.hasSuffix(#","mentions":0,"name":"ana","unread":2}],"mentions":0,"unread":2}"# + "\n"))
        #expect(json.output.split(separator: "\n").count == 1)
    }

    @Test func unknownProfileNameIsReported() async throws {
        let ana = try PersonAtScreen("ana")
        for command in ["unread", "logout"] {
            let result = try await ana.run([command, "--profile", "nobody"])
            #expect(result.exit == .status(1))
            #expect(result.errors.contains("There is no profile “nobody”"))
        }
    }

    @Test func unreadWithoutAProfileFails() async throws {
        let ana = try PersonAtScreen("ana")
        let result = try await ana.run(["unread"])
        #expect(result.exit == .status(1))
        #expect(result.errors == "confab: There is no profile yet: start confab to make the first one.\n")
    }
}
