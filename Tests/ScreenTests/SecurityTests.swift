import TestSupport
import TestTraits
import Testing

/// A second device of the same person, from its first login on.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct SecurityTests {
    /// Ana and bo wrote to each other, and ana comes to another device.
    private func secondDevice(_ meeting: Meeting, isFirstThere: Bool = true) async throws -> PersonAtScreen {
        if isFirstThere { try await meeting.ana.waitUntilConfirmed() }
        let second = try PersonAtScreen("ana")
        try await second.logIn(at: meeting.server.address)
        try second.open()
        try await second.screen.waitFor("Verify this device")
        return second
    }

    @Test func emojiVerifyASecondDeviceThatReadsWhatWasSaidBefore() async throws {
        let meeting = try await Meeting.inAChat()
        let ana = meeting.ana
        try await ana.say("before the second device")
        let second = try await secondDevice(meeting)
        second.screen.send(.enter)
        try await ana.screen.waitFor("shows what is asked")
        ana.screen.send(.meta("g"))
        try await ana.screen.waitFor("y goes on, n declines")
        ana.screen.send("y")
        for person in [ana, second] {
            try await person.screen.waitFor("y they are the same")
            person.screen.send("y")
        }
        for person in [ana, second] { try await person.screen.waitFor("Both devices are yours") }
        second.screen.send(.escape)
        try await second.screen.waitFor("This device is verified")
        second.screen.send(.escape)
        try await second.screen.waitFor("before the second device")
    }

    @Test func aRecoveryKeyVerifiesADeviceWhereNoOtherAnswers() async throws {
        let meeting = try await Meeting.inAChat()
        let ana = meeting.ana
        try await ana.say("kept for later")
        ana.screen.send(.control("o"))
        ana.screen.send("sk")
        try await ana.screen.waitFor("This device is verified")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("It is written down")
        let rows = ana.screen.screen.rows.joined(separator: " ")
        let key = try #require(rows.firstMatch(of: #/Es[1-9A-Za-z]{2}\s+(?:[1-9A-Za-z]{4}\s+){10}[1-9A-Za-z]{4}/#))
        // It can't be lost by a letter.
        ana.screen.send("x")
        #expect(ana.screen.screen.contains("It is written down"))
        ana.screen.send(.enter)
        try await ana.screen.waitUntilGone("It is written down")
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()

        let second = try await secondDevice(meeting, isFirstThere: false)
        second.screen.send(.down, .enter)
        try await second.screen.waitFor("Enter looks whether it is right")
        second.screen.send("EsTx nothing of this")
        second.screen.send(.enter)
        try await second.screen.waitFor("mistyped")
        second.screen.send(.control("u"))
        second.screen.send(String(key.output))
        second.screen.send(.enter)
        try await second.screen.waitFor("This device is verified")
        second.screen.send(.escape)
        try await second.screen.waitFor("kept for later")
    }

    /// Who is asked once is not asked again, and the line at the top leads there.
    @Test func laterIsLaterAndIsAskedOnce() async throws {
        let meeting = try await Meeting.inAChat()
        let second = try await secondDevice(meeting)
        try await second.putOffVerification()
        second.screen.send(.control("c"), .control("c"))
        _ = try await second.screen.waitForExit()
        try second.open()
        try await second.screen.waitFor("This device isn’t verified")
        #expect(!second.screen.screen.contains("Verify this device"))
        second.screen.send(.meta("g"))
        try await second.screen.waitFor("Verify this device")
    }
}
