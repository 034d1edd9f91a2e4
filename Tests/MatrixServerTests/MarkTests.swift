import MatrixAPI
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct MarkTests {
    @Test func unreadCountsRiseForOthersAndFallWithTheReceipt() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await ana.say("before bo came", in: room)
        try await bo.join(room)
        try await ana.say("one", in: room)
        let two = try await ana.say("two", in: room)
        try await bo.say("my own", in: room)
        try await ana.ask(
            .PUT, "v3/rooms/\(room)/send/m.room.message/n", ["msgtype": "m.notice", "body": "no news"])
        try await ana.ask(
            .PUT, "v3/rooms/\(room)/send/m.room.message/m",
            ["msgtype": "m.text", "body": "three", "m.mentions": ["user_ids": [.string(bo.userID)]]])

        let first = try await bo.sync()
        #expect(first.joined(room)?["unread_notifications"] == ["notification_count": 3, "highlight_count": 1])
        #expect(try await ana.sync().joined(room)?["unread_notifications"]?["notification_count"] == 1)

        try await bo.read(two, in: room)
        let second = try await bo.sync(since: first["next_batch"]?.string)
        #expect(second.joined(room)?["unread_notifications"] == ["notification_count": 1, "highlight_count": 1])
        await server.stop()
    }

    @Test func aRedactedMessageIsNoLongerUnread() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let event = try await ana.say("bo, look", in: room)
        #expect(try await bo.sync().joined(room)?["unread_notifications"]?["highlight_count"] == 1)
        try await ana.ask(.PUT, "v3/rooms/\(room)/redact/\(event)/1", [:])
        let counts = try await bo.sync().joined(room)?["unread_notifications"]
        #expect(counts == ["notification_count": 0, "highlight_count": 0])
        await server.stop()
    }

    @Test func othersSeeWhoTypesAndWhoHasRead() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let event = try await ana.say("hello", in: room)
        let since = try await ana.now()
        let typing = try await bo.ask(.PUT, "v3/rooms/\(room)/typing/\(bo.userID)", ["typing": true, "timeout": 30000])
        #expect(typing.status == 200)
        try await bo.read(event, in: room)
        let update = try await ana.sync(since: since)
        let ephemeral = update.joined(room)?["ephemeral"]?["events"]?.array ?? []
        #expect(ephemeral.contains { $0["content"]?["user_ids"]?.array == [.string(bo.userID)] })
        #expect(ephemeral.contains { $0["content"]?[event]?["m.read"]?[bo.userID]?["ts"] != nil })
        try await bo.ask(.PUT, "v3/rooms/\(room)/typing/\(bo.userID)", ["typing": false])
        let stopped = try await ana.sync(since: update["next_batch"]?.string)
        #expect(stopped.joined(room)?["ephemeral"]?["events"]?.array?.first?["content"]?["user_ids"] == [])
        await server.stop()
    }

    @Test func accountDataComesBackAndTellsOtherDevices() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let since = try await ana.now()
        let path = "v3/user/\(ana.userID)/account_data/m.direct"
        #expect(try await ana.ask(.PUT, path, ["@bo:localhost": ["!a:localhost"]]).status == 200)
        #expect(try await ana.ask(.GET, path).body["@bo:localhost"]?.array?.count == 1)
        let update = try await ana.sync(since: since)
        #expect(update["account_data"]?["events"]?.array?.first?["type"]?.string == "m.direct")
        await server.stop()
    }
}
