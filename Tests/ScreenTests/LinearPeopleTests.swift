import TestSupport
import TestTraits
import Testing

/// Tests contacts, devices and emoji verification as text, with `confab --linear` on one side and a screen on the
/// other.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct LinearPeopleTests {
    /// Creates a chat of ana, who uses the line mode, and bo, who uses a screen.
    private func meet() async throws -> (meeting: Meeting, transcript: Transcript) {
        let meeting = try await Meeting.inAChat()
        try await meeting.ana.screen.waitUntilGone("hasn't joined yet")
        try await meeting.ana.closeScreen()
        let transcript = try Transcript(meeting.ana.home)
        try await transcript.hear("Connection: Online.")
        return (meeting, transcript)
    }

    /// Returns the names below the emoji, in the order in which they are read or drawn.
    private func names(drawnFor bo: PersonAtScreen) async throws -> String {
        try await bo.screen.waitFor("y they are the same")
        let rows = bo.screen.screen.rows
        let question = rows.firstIndex { $0.contains("y they are the same") } ?? 0
        let names = rows[..<question].last { !$0.allSatisfy { $0 == " " } } ?? ""
        return names.split(separator: " ").joined(separator: " ")
    }

    private func names(in transcript: Transcript) -> String {
        transcript.text.matches(of: #/Emoji \d: (.*)\.\n/#).map { String($0.1) }.suffix(7).joined(separator: " ")
    }

    /// Replaces the parts that differ in each run.
    private func settle(_ text: String) -> String {
        text.replacing(#/(Emoji \d): .*\./#) { $0.1 + ": Dog." }
            .replacing(#/, [A-Z]{10}, /#, with: ", DEVICE, ")
            .replacing(#/(last seen) [^,\n]*/#) { $0.1 + " 12:00" }
            .replacing(#/from (127\.0\.0\.1|::1)/#, with: "from 127.0.0.1")
            // A short-lived state isn't always reported.
            .replacing(#/(Asking|Exchanging keys|Telling the other side).*…\n/#, with: "")
            // The request is a message of the chat as well, which is read before or after the notice of it, and begins
            // a day.
            .replacing(#/Event: \w+ asks .*\n/#, with: "")
            .replacing(#/\n\w+,? \d+ \w+( \d+)?\.(?=\n)/#, with: "")
    }

    @Test func aPersonIsFoundAndVerified() async throws {
        let (meeting, transcript) = try await meet()
        let bo = meeting.bo
        transcript.type("/contacts nobody")
        try await transcript.hear("No contact is found by that.")
        transcript.type("/contacts")
        try await transcript.hear("Type /open and a number")
        transcript.type("/open 1")
        try await transcript.hear("Chat: bo")
        transcript.type("/verify 1")
        try await transcript.hear("No device with the number 1 was read.")
        transcript.type("/devices")
        try await transcript.hear("Type /verify and a number")
        transcript.type("/verify 1")
        try await transcript.hear("That is this device.")
        transcript.type("/verify")
        try await transcript.hear("Waiting for bo")
        try await bo.screen.waitFor("shows what is asked")
        bo.screen.send(.meta("g"))
        try await bo.screen.waitFor("y goes on, n declines")
        bo.screen.send("y")
        try await transcript.hear("Answer same or different.")
        let drawn = try await names(drawnFor: bo)
        #expect(names(in: transcript) == drawn && drawn.split(separator: " ").count >= 7)
        // Answering yes is not accepted, because a user who answers yes to everything has not compared.
        transcript.type("yes")
        try await transcript.hear("Answer same or different.")
        transcript.type("same")
        try await transcript.hear("Waiting for the answer")
        bo.screen.send("y")
        try await transcript.hear("is verified: you know now")
        try await bo.screen.waitFor("is verified: you know now")
        bo.screen.send(.escape)
        transcript.type("now we know")
        try await transcript.hear("Sent.")
        try await bo.screen.waitFor("now we know")
        try await transcript.hear("Read.")
        #expect(try await transcript.quit() == .status(0))
        try transcript.expect("people", settle)
    }

    @Test func incomingVerificationIsDeclinedThenAnswered() async throws {
        let (meeting, transcript) = try await meet()
        let bo = meeting.bo
        bo.screen.send(.control("o"))
        bo.screen.send("uv")
        try await transcript.hear("asks to compare emoji")
        try await transcript.hear("Type /verify to hear more")
        transcript.type("/accept")
        try await transcript.hear("Answer yes or no")
        transcript.type("/back")
        // The request stays pending, and is announced again.
        try await transcript.hear("asks to compare emoji")
        try await transcript.hear("Type /verify to hear more")
        transcript.type("/verify")
        try await transcript.hear("Answer yes or no")
        transcript.type("no")
        try await bo.screen.waitFor("The other side ended it")
        bo.screen.send(.escape)
        try await bo.screen.waitFor("· encrypted")
        bo.screen.send(.control("o"))
        bo.screen.send("uv")
        try await transcript.hear("asks to compare emoji")
        try await transcript.hear("Type /verify to hear more")
        transcript.type("/accept")
        try await transcript.hear("Answer yes or no")
        transcript.type("/accept")
        try await transcript.hear("Answer same or different.")
        _ = try await names(drawnFor: bo)
        transcript.type("different")
        try await transcript.hear("They were not the same")
        try await bo.screen.waitFor("They were not the same")
        #expect(try await transcript.quit() == .status(0))
        try transcript.expect("asked", settle)
        #expect(transcript.text.matches(of: #/Event: bo asks @ana:localhost to compare keys/#).count == 2)
    }

    /// Another device of hers, with a screen, is selected by its number.
    @Test func ownDeviceIsVerifiedByItsNumber() async throws {
        let server = try await TeamServer()
        defer { withExtendedLifetime(server) {} }
        let (first, second) = (try PersonAtScreen("ana"), try PersonAtScreen("ana"))
        try await first.register(at: server)
        try first.open()
        try await first.screen.waitFor("online")
        try await second.logIn(at: server.address)
        let transcript = try Transcript(second.home)
        try await transcript.hear("Connection: Online · unverified device.")
        transcript.type("/devices")
        try await transcript.hear("Type /verify and a number")
        transcript.type("/verify 2")
        try await first.screen.waitFor("asks to compare emoji")
        first.screen.send(.meta("g"))
        try await first.screen.waitFor("y goes on, n declines")
        first.screen.send("y")
        try await transcript.hear("Answer same or different.")
        #expect(names(in: transcript) == (try await names(drawnFor: first)))
        first.screen.send("y")
        transcript.type("same")
        try await transcript.hear("Both devices are yours")
        try await transcript.hear("Connection: Online.")
        transcript.type("/devices")
        try await transcript.hear("this device, verified")
        #expect(try await transcript.quit() == .status(0))
    }

    @Test func recoveryKeyIsCreatedWithNumberedOptions() async throws {
        let server = try await TeamServer()
        defer { withExtendedLifetime(server) {} }
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        try ana.open()
        try await ana.waitUntilConfirmed()
        try await ana.closeScreen()
        let transcript = try Transcript(ana.home)
        try await transcript.hear("Connection: Online.")
        transcript.type("/security")
        let row = try await transcript.hear(": Make a recovery key")
        try await transcript.hear("/back to leave")
        transcript.type("/open " + row.prefix { $0 != ":" })
        try await transcript.hear("Write it down and keep it")
        let written = try await transcript.hear("written down")
        transcript.type("/open " + written.prefix { $0 != ":" })
        try await transcript.hear("/back to leave")
        #expect(transcript.text.contains(#/\n(E[A-Za-z0-9]{3} )([A-Za-z0-9]{4} ?){10,}/#), "\(transcript.text)")
        #expect(try await transcript.quit() == .status(0))
    }
}
