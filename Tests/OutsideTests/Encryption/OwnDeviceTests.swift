import TestSupport
import TestTraits
import Testing

/// Tests several devices of one user, on the embedded homeserver and on Synapse.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct OwnDeviceTests {
    @Test(arguments: HomeKind.allCases)
    func devicesVerifiedByEmojiAndRecoveryKeyReadHistory(kind: HomeKind) async throws {
        let pair = try await ConfabPair.begin(at: kind)
        let (ana, bo) = (pair.ana, pair.bo)
        try await ana.say("first of hers")
        try await bo.screen.waitFor("first of hers")
        try await bo.say("first of his")
        try await ana.screen.waitFor("first of his")

        let second = try await pair.secondDevice()
        #expect(!second.screen.screen.contains("first of h"))
        try await second.compareEmoji(with: ana)
        for line in ["first of hers", "first of his"] { try await second.screen.waitFor(line) }
        try await second.say("second of hers")
        for person in [ana, bo] { try await person.screen.waitFor("second of hers") }
        try await bo.say("second of his")
        for person in [ana, second] { try await person.screen.waitFor("second of his") }

        let key = try await ana.makeRecoveryKey()
        try await ana.keepRecoveryKey()
        ana.screen.send(.escape)
        try await ana.screen.waitFor("write a message")
        try await bo.say("third of his")
        try await ana.screen.waitFor("third of his")
        try await pair.waitForBackup()
        // No other device of hers is online to share keys.
        for person in [ana, second] {
            person.screen.terminate()
            _ = try await person.screen.waitForExit()
        }

        let third = try await pair.secondDevice()
        third.screen.send(.down, .enter)
        try await third.screen.waitFor("Enter looks whether it is right")
        third.screen.send(key)
        third.screen.send(.enter)
        try await third.screen.waitFor("This device is verified")
        third.screen.send(.escape)
        let history = ["first of hers", "first of his", "second of hers", "second of his", "third of his"]
        for line in history { try await third.screen.waitFor(line) }
        #expect(!third.screen.screen.contains("Encrypted:"))
        try await third.say("third of hers")
        try await bo.screen.waitFor("third of hers")
        try await bo.say("fourth of his")
        try await third.screen.waitFor("fourth of his")
        #expect(!bo.screen.screen.contains("not verified"))
        try await ana.expectSealed(
            7, without: ["first of", "second of", "third of", "fourth of"], in: pair.roomID, at: pair.home)
    }

    @Test(arguments: HomeKind.allCases)
    func deviceIsLoggedOutFromAnotherWithPassword(kind: HomeKind) async throws {
        let pair = try await ConfabPair.begin(at: kind)
        let ana = pair.ana
        let second = try await pair.secondDevice()
        try await second.putOffVerification()
        try await ana.openDevices()
        ana.screen.send(.down)
        try await ana.logOutDevice(asked: "It reads nothing new until")
        try await second.screen.waitFor("logged out")
        try await ana.say("without it")
        try await pair.bo.screen.waitFor("without it")
    }
}
