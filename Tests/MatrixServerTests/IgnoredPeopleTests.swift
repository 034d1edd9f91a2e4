import MatrixAPI
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct IgnoredPeopleTests {
    @Test func ignoredUsersMessagesAndInvitationsAreHidden() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let kim = try await server.person("kim")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        try await kim.join(room)
        let list = "v3/user/\(ana.userID)/account_data/m.ignored_user_list"
        try await ana.ask(.PUT, list, ["ignored_users": [bo.userID: [:]]])
        let since = try await ana.now()
        try await bo.say("ana, hear me", in: room)
        try await kim.say("hello", in: room)
        let other = try await bo.createRoom(["invite": [.string(ana.userID)]])
        try await bo.ask(.PUT, "v3/profile/\(bo.userID)/displayname", ["displayname": "Bobo"])

        let update = try await ana.sync(since: since)
        #expect(update.said(in: room) == ["hello"])
        #expect(update.joined(room)?["unread_notifications"] == ["notification_count": 1, "highlight_count": 0])
        #expect(update["rooms"]?["invite"]?[other] == nil)
        let types = update.joined(room)?["timeline"]?["events"]?.array?.map { $0["type"]?.string }
        #expect(types?.contains("m.room.member") == true)
        let page = try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=50").body["chunk"]?.array ?? []
        #expect(!page.contains { $0["content"]?["body"]?.string == "ana, hear me" })

        try await ana.ask(.PUT, list, ["ignored_users": [:]])
        #expect(try await ana.sync()["rooms"]?["invite"]?[other] != nil)
        #expect(try await ana.sync().said(in: room).contains("ana, hear me"))
        await server.stop()
    }
}
