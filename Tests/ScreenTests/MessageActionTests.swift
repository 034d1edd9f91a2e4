import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests the actions of two users on each other's messages.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct MessageActionTests {
    @Test func replyShowsItsQuoteAndJumpsToIt() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("tea?")
        try await bo.screen.waitFor("tea?")
        try await bo.select("tea?")
        bo.screen.send(.meta("r"))
        try await bo.screen.waitFor("Reply to ana: tea?")
        try await bo.say("yes please")
        for person in [ana, bo] {
            try await person.screen.waitFor("│ ana: tea?")
            try await person.screen.waitFor("yes please")
        }
        try await ana.select("│ ana: tea?")
        ana.screen.send(.meta("g"))
        try await ana.screen.waitUntil("the selection at the question") { screen in
            screen.rows.contains { $0.contains("│▌") && $0.contains(" ana  tea?") }
        }
        // Esc leads back to the reply, and from there to the draft.
        ana.screen.send(.escape)
        try await ana.screen.waitUntil("the selection at the answer") { screen in
            screen.rows.contains { $0.contains("│▌") && $0.contains("│ ana: tea?") }
        }
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")
        #expect(bo.screen.unknownSequences.isEmpty)
    }

    @Test func editReplacesTheTextForBoth() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("helo")
        try await bo.screen.waitFor("helo")
        try await ana.screen.waitFor("helo", endingIn: "read")
        try await ana.select("helo")
        ana.screen.send(.meta("e"))
        try await ana.screen.waitFor("Editing: helo")
        ana.screen.send(.control("u"))
        try await ana.say("hello there")
        try await ana.screen.waitFor("hello there")
        try await bo.screen.waitFor("hello there", endingIn: "edited")
        try await bo.screen.waitUntilGone("helo ")
        try await ana.screen.waitUntilGone("Editing")
    }

    @Test func aDeletedMessageIsGoneForBoth() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("the password is tea")
        try await bo.screen.waitFor("the password is tea")
        try await ana.screen.waitFor("the password is tea", endingIn: "read")
        try await ana.select("the password")
        ana.screen.send(.meta("d"))
        try await ana.screen.waitFor("Delete this message?")
        // A reason would be sent unencrypted, as redactions are, and the chat is encrypted.
        try await ana.screen.waitFor("A reason would go in clear")
        ana.screen.send("y")
        for person in [ana, bo] {
            try await person.screen.waitFor("Deleted")
            try await person.screen.waitUntilGone("the password")
        }
    }

    @Test func reactionIsCountedMarkedAndRemoved() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("tea at five")
        try await bo.screen.waitFor("tea at five")
        try await bo.select("tea at five")
        try await bo.act("+")
        try await bo.screen.waitFor("👍 thumbsup")
        bo.screen.send("thumbsup")
        try await bo.screen.waitFor("1 of ")
        bo.screen.send(.enter)
        try await bo.screen.waitFor("[👍 1]")
        try await ana.screen.waitFor("👍 1")
        try await bo.act("+")
        // The most recent reaction comes first.
        try await bo.screen.waitFor("yours: Enter takes it back")
        bo.screen.send(.enter)
        try await bo.screen.waitUntilGone("👍")
        try await ana.screen.waitUntilGone("👍")
    }

    @Test func copyGoesToTheTerminalClipboard() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("copy me: ünï 日本")
        try await bo.screen.waitFor("copy me")
        try await bo.select("copy me")
        bo.screen.send(.meta("w"))
        try await bo.screen.waitFor("Copied")
        let base64 = Data("copy me: ünï 日本".utf8).base64EncodedString()
        let output = String(decoding: bo.screen.output, as: UTF8.self)
        #expect(output.contains("\u{1B}]52;c;\(base64)\u{07}"))
    }

    @Test func forwardedMessageIsSentToTheChosenChat() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("once more")
        try await bo.screen.waitFor("once more")
        try await bo.select("once more")
        bo.screen.send(.meta("f"))
        try await bo.screen.waitFor("Forward to")
        bo.screen.send("ana")
        bo.screen.send(.enter)
        try await ana.screen.waitUntil("the line twice") { screen in
            screen.rows.count { $0.contains("once more") && $0.contains(":") } >= 2
        }
    }

    @Test func messageInfoShowsReadersAndSource() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("tell me")
        try await bo.screen.waitFor("tell me")
        try await ana.screen.waitFor("tell me", endingIn: "read")
        try await ana.select("tell me")
        try await ana.act("i")
        try await ana.screen.waitFor("The story of a message")
        try await ana.screen.waitFor("Read")
        try await ana.screen.waitFor("bo")
        for _ in 0..<4 { ana.screen.send(.pageDown) }
        try await ana.screen.waitFor("\"body\": \"tell me\"")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("r reply")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")
    }

    @Test func unsentLineCanBeWithdrawn() async throws {
        let meeting = try await Meeting.inAChat()
        let ana = meeting.ana
        _ = try await meeting.server.stop()
        try await ana.screen.waitUntil("that the server is gone") { !$0.contains("online") }
        try await ana.say("too soon")
        try await ana.screen.waitFor("too soon", endingIn: "unsent")
        try await ana.say("never mind")
        try await ana.screen.waitFor("never mind", endingIn: "unsent")
        try await ana.select("never mind")
        try await ana.act("w")
        // The menu covers the lines while it is open.
        try await ana.screen.waitUntil("the other line alone") { screen in
            screen.contains("too soon") && !screen.contains("never mind")
        }
    }
}
