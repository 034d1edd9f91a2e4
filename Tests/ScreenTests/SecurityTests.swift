import TestSupport
import TestTraits
import Testing

/// Tests a second device of a user, from its first login on.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct SecurityTests {
    /// Logs ana in on another device, after ana and bo exchanged messages.
    private func secondDevice(_ meeting: Meeting, isFirstThere: Bool = true) async throws -> PersonAtScreen {
        if isFirstThere { try await meeting.ana.waitUntilConfirmed() }
        let second = try PersonAtScreen("ana")
        try await second.logIn(at: meeting.server.address)
        try second.open()
        try await second.screen.waitFor("Verify this device")
        return second
    }

    @Test func emojiVerifiedDeviceReadsEarlierMessages() async throws {
        let meeting = try await Meeting.inAChat()
        let ana = meeting.ana
        try await ana.say("before the second device")
        let second = try await secondDevice(meeting)
        try await second.compareEmoji(with: ana)
        try await second.screen.waitFor("before the second device")
    }

    @Test func recoveryKeyVerifiesADeviceOnItsOwn() async throws {
        let meeting = try await Meeting.inAChat()
        let ana = meeting.ana
        try await ana.say("kept for later")
        let key = try await ana.makeRecoveryKey()
        // A letter must not dismiss the key.
        ana.screen.send("x")
        try await ana.screen.waitFor("› x")
        #expect(ana.screen.screen.contains("It is written down"))
        ana.screen.send(.escape)
        try await ana.screen.waitUntilGone("› x")
        // Enter only copies the key. Pressing it twice doesn't confirm that the key was written down.
        ana.screen.send(.enter)
        try await ana.settle(where: "At how this device stands")
        try await ana.keepRecoveryKey()
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()

        let second = try await secondDevice(meeting, isFirstThere: false)
        second.screen.paste("EsTx nothing of this")
        try await second.screen.waitFor("Enter looks whether it is right")
        #expect(second.screen.screen.contains("EsTx nothing of this"))
        second.screen.send(.enter)
        try await second.screen.waitFor("mistyped")
        second.screen.send(.control("u"))
        second.screen.send(key)
        second.screen.send(.enter)
        try await second.screen.waitFor("This device is verified")
        second.screen.send(.escape)
        try await second.screen.waitFor("kept for later")
        #expect(!second.screen.screen.contains("EsTx"))
    }

    /// The question is asked only once. After that, the status line leads to it.
    @Test func verificationPromptCanBePostponed() async throws {
        let meeting = try await Meeting.inAChat()
        let second = try await secondDevice(meeting)
        try await second.putOffVerification()
        second.screen.send(.control("c"), .control("c"))
        _ = try await second.screen.waitForExit()
        try second.open()
        try await second.screen.waitFor("This device isn't verified")
        #expect(!second.screen.screen.contains("Verify this device"))
        second.screen.send(.meta("g"))
        try await second.screen.waitFor("Verify this device")
    }
}
