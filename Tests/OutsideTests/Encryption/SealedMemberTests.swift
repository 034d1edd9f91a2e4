import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests joining and leaving members in encrypted chats of Confab and matrix-nio.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct SealedMemberTests {
    @Test(arguments: HomeKind.allCases)
    func newDeviceReadsOnlyLaterMessages(kind: HomeKind) async throws {
        let chat = try await SealedChat.begin(at: kind)
        let (ana, kim, room) = (chat.ana, chat.kim, chat.roomID)
        try await ana.say("before her")
        try await kim.waitToRead("before her", in: room)
        let late = try await NioPerson(anotherDeviceOf: kim)
        // A client that received this line knows the device too, which was announced before it.
        try await kim.say("who is new?", in: room)
        try await ana.screen.waitFor("who is new?")
        try await ana.say("after her")
        try await kim.waitToRead("after her", in: room)
        try await late.waitToRead("after her", in: room)
        #expect(try await late.look(in: room).texts.contains("before her") == false)
        #expect(try await late.look(in: room).sealedCount > 0)
        #expect(try await kim.look(in: room).sealedCount == 0)

        // The devices that were there before can read its lines.
        try await late.waitToKnowDevices(of: ana)
        try await late.say("glad to be here", in: room)
        try await ana.screen.waitFor("glad to be here")
        try await kim.waitToRead("glad to be here", in: room)
    }

    @Test(arguments: HomeKind.allCases)
    func newLoginReadsOnlyLaterMessages(kind: HomeKind) async throws {
        let chat = try await SealedChat.begin(at: kind)
        let (kim, room) = (chat.kim, chat.roomID)
        try await kim.say("to the old one", in: room)
        try await chat.ana.screen.waitFor("to the old one")
        try await chat.ana.waitUntilConfirmed()
        _ = try await chat.ana.ask(chat.home) { try await $0.logOut() }
        try await chat.ana.screen.waitFor("logged out")

        let ana = try PersonAtScreen("ana")
        try await ana.logIn(at: chat.home.address)
        try ana.open()
        try await ana.putOffVerification()
        try await ana.screen.waitFor("Encrypted:")
        try await kim.waitToKnowDevices(of: ana)
        try await ana.say("here I am again")
        try await kim.waitToRead("here I am again", in: room)
        try await kim.say("to the new one", in: room)
        try await ana.screen.waitFor("to the new one")
        #expect(ana.screen.screen.rows.count { $0.contains("Encrypted:") } == 1)
        #expect(!ana.screen.screen.contains("to the old one"))
    }

    @Test(arguments: HomeKind.allCases)
    func formerMemberNeverGetsLaterKeys(kind: HomeKind) async throws {
        let company = try await Company.gather(at: kind, kimHasKeys: true)
        let (ana, bo, kim) = (company.ana, company.bo, company.kim)
        let room = try await kim.makeEncryptedGroup("Tea", with: ["@ana:localhost", "@bo:localhost"])
        for person in [ana, bo] { try await person.acceptInvitation() }
        try await kim.waitUntil("all three", in: room) { $0.members.count == 3 }
        try await ana.say("for all three")
        try await bo.screen.waitFor("for all three")
        try await kim.waitToRead("for all three", in: room)
        let known = try await kim.sessions(in: room)
        try await kim.leave(room)
        for person in [ana, bo] { try await person.screen.waitFor("kim left") }
        try await ana.say("for the two of us")
        try await bo.screen.waitFor("for the two of us")
        try await bo.say("indeed for two")
        try await ana.screen.waitFor("indeed for two")

        // Keys arrive in the order in which they were sent, so a key for the group would arrive before this line.
        let aside = try await kim.makeEncryptedGroup("Aside", with: ["@ana:localhost"])
        try await ana.acceptInvitation()
        try await kim.waitUntil("both", in: aside) { $0.members.count == 2 }
        try await ana.say("only aside")
        try await kim.waitToRead("only aside", in: aside)
        let sessions = try await ana.events(of: room, at: company.home)
            .filter { $0.type == "m.room.encrypted" }.compactMap { $0.content["session_id"]?.string }
        #expect(sessions.count == 3)
        #expect(known.contains(sessions[0]))
        #expect(try await kim.sessions(in: room).isDisjoint(with: sessions.dropFirst()))
        try await ana.expectSealed(3, without: ["for all", "for the two", "for two"], in: room, at: company.home)
    }
}
