import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests groups that are encrypted from the start or later.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct EncryptedGroupTests {
    @Test(arguments: [(80, 24), (60, 20)])
    func newGroupCanBeEncryptedFromTheStart(width: Int, height: Int) async throws {
        let meeting = try await Meeting.beforeTheFirstChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        ana.screen.resize(width: width, height: height)
        try await ana.fillGroup(named: "Tea")
        ana.screen.send(.control("t"))
        try await ana.screen.waitFor("Encrypted: only who is in it can read it.")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("Tea · encrypted")
        try await bo.acceptInvitation()
        try await ana.say("green or black?")
        try await bo.screen.waitFor("green or black?")
        #expect(!bo.screen.screen.contains("! green"))
        #expect(ana.screen.unknownSequences.isEmpty)
    }

    @Test func existingGroupIsEncryptedAfterConfirmation() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("who reads this?")
        try await bo.screen.waitFor("who reads this?")
        try await openDetails(bo)
        try await bo.act("e")
        try await bo.screen.waitFor("You have not the power to encrypt it")
        bo.screen.send(.escape)
        try await openDetails(ana)
        try await ana.act("e")
        try await ana.screen.waitFor("Encrypt this chat?")
        // Enter doesn't confirm. Only the letter y alone does.
        ana.screen.send(.enter)
        ana.screen.send("y")
        try await ana.screen.waitFor("on, end to end")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Tea · encrypted")
        try await ana.say("and this?")
        try await bo.screen.waitFor("and this?")
        try await sendInClear("not sealed", from: bo, at: meeting.server.address)
        // Only an unencrypted message after the encryption is marked.
        for person in [ana, bo] {
            try await person.screen.waitFor("! not sealed")
            try await person.screen.waitUntilGone("! who reads this?")
            #expect(!person.screen.screen.contains("! and this?"))
        }
        try await bo.screen.waitFor("Tea · encrypted")
        try await bo.select("not sealed")
        bo.screen.send(.enter)
        try await bo.screen.waitFor("Not encrypted: its server could read it")
    }

    /// Sends an unencrypted message to an encrypted chat, as Confab itself never does.
    private func sendInClear(_ text: String, from person: PersonAtScreen, at address: String) async throws {
        let tokens = try KeptTokens.read(home: person.home.path, profile: "\(person.name)@localhost")
        let client = HomeserverClient(homeserver: .url(address), accessToken: tokens.accessToken)
        _ = try await client.send(
            roomID: try KeptLines.roomID(ofChat: "Tea", from: person), type: "m.room.message",
            transactionID: "in-clear", content: ["msgtype": "m.text", "body": .string(text)])
        await client.shutdown()
    }

    private func openDetails(_ person: PersonAtScreen) async throws {
        person.screen.send(.meta("i"))
        try await person.screen.waitFor("Room ID")
        try await person.screen.waitUntilGone("Asking who is here")
    }
}
