import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests the screens of several people and chats, compared with pictures at three sizes, and in the colors of each
/// theme.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct TeamPictureTests {
    @Test func pollAndThreadMatchSnapshots() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("/poll Tea or coffee? | Tea | Coffee, black")
        try await bo.screen.waitFor("Tea or coffee?")
        try await bo.select("Tea or coffee?")
        try await bo.act("1")
        try await ana.screen.waitFor("1 person answered")
        try await ana.expectPictures("poll")

        try await bo.act("t")
        try await bo.screen.waitFor("write in the thread")
        try await bo.say("a kettle is needed")
        try await ana.screen.waitFor("1 reply, by bo")
        try await ana.select("Tea or coffee?")
        try await ana.act("n")
        try await ana.screen.waitFor("y ends it")
        ana.screen.send("y")
        try await ana.screen.waitFor("Ended. 1 person answered")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")
        try await ana.expectPictures("poll-ended")

        try await ana.select("Tea or coffee?")
        try await ana.act("t")
        try await ana.screen.waitFor("write in the thread")
        try await ana.say("I have one")
        try await ana.screen.waitFor("I have one", endingIn: "read")
        // The messages in the thread are read by now, in the chat list as well.
        try await ana.screen.waitUntilGone("1 unread")
        try await ana.expectPictures("thread")
        ana.screen.send("as soon as it boils")
        try await ana.screen.waitFor("▏as soon as it boils")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("2 replies, newest by ana")
        ana.screen.send(.control("o"))
        try await ana.screen.waitFor("Menu: a letter")
        ana.screen.send("oh")
        try await ana.screen.waitFor("draft, 2 replies")
        try await ana.expectPictures("threads")
        for person in [ana, bo] { #expect(person.screen.unknownSequences.isEmpty) }
    }

    @Test func roomDirectoryAndSpacesMatchSnapshots() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let ana = meeting.ana
        let elsewhere = try await account("kim", on: meeting.server)
        for (name, topic) in [
            ("Bakers", "bread, rolls and what to do with the crumbs of yesterday"), ("Garden", "beans"),
        ] {
            _ = try await elsewhere.createRoom(
                CreateRoomRequest(preset: .publicChat, name: name, topic: topic, aliasName: name.lowercased()))
        }
        await elsewhere.shutdown()
        // The order of chats with equally many members is random.
        let second = try await account("lu", on: meeting.server)
        _ = try await second.join(roomIDOrAlias: "#bakers:localhost")
        await second.shutdown()
        ana.screen.send(.control("o"))
        try await ana.screen.waitFor("Menu: a letter")
        ana.screen.send("ij")
        try await ana.screen.waitFor("2 people")
        try await ana.screen.waitFor("1 person")
        try await ana.expectPictures("room-directory")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")

        try await ana.say("/join #garden:localhost")
        try await ana.waitForList(of: "Garden", toShow: "")
        ana.screen.send("/space Allotment")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("y makes it")
        ana.screen.send("y")
        try await ana.screen.waitFor("▾ Allotment")
        try await ana.screen.waitFor("Enter send")
        ana.screen.send(.tab)
        try await ana.screen.waitFor("Enter open")
        try await ana.expectPictures("space-open")
        ana.screen.send(.home)
        try await ana.screen.waitFor("›▾ Allotment")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("▸ Allotment")
        try await ana.expectPictures("space-closed")
        #expect(ana.screen.unknownSequences.isEmpty)
    }

    /// Registers an account that appears on no other screen of these tests.
    private func account(_ name: String, on server: TeamServer) async throws -> HomeserverClient {
        let client = HomeserverClient(homeserver: .url(server.address))
        _ = try await client.register(username: name, password: "a password of \(name)", deviceName: "elsewhere")
        return client
    }

    @Test func managedChatDetailsMatchSnapshots() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let ana = meeting.ana
        ana.screen.send(.meta("i"))
        try await ana.screen.waitFor("Room ID")
        ana.screen.send(.control("o"))
        try await ana.screen.waitFor("Menu: a letter")
        ana.screen.send("od")
        try await ana.screen.waitFor("Its new address:")
        ana.screen.send("#tea:localhost")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("Address     #tea:localhost")
        try await ana.screen.waitUntilGone("Its new address:")
        try await ana.expectPictures("managed-details")
        for name in ["ana", "bo"] {
            ana.screen.send(.down)
            try await ana.screen.waitFor("› \(name) ")
        }
        ana.screen.send(.enter)
        try await ana.screen.waitFor(": a letter")
        try await ana.expectPictures("member-actions")
        #expect(ana.screen.unknownSequences.isEmpty)
    }

    @Test func guideAnswerAndTwoAccountsMatchSnapshots() async throws {
        let server = try await TeamServer()
        await (try account("work", on: server)).shutdown()
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        try await ana.say("how do I search?")
        try await screen.waitFor("^G")
        try await ana.screen.waitFor("how do I search?", endingIn: "read")
        try await ana.expectPictures("guide-answer")

        try await ana.addAccount("work", at: server, by: "sa")
        try await screen.waitFor("Confab  work")
        try await ana.waitForList(of: "Guide", toShow: "ana")
        let bo = try PersonAtScreen("bo")
        try await bo.register(at: server)
        try bo.open()
        try await bo.screen.waitFor("online")
        try await bo.invite("@work:localhost")
        try await ana.acceptInvitation()
        try await ana.expectPictures("accounts")
        #expect(screen.unknownSequences.isEmpty)
    }
}
