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

    /// Each thread has a separate receipt, which marks only that thread as read.
    @Test(arguments: [false, true]) func aThreadIsReadByItsOwnReceipt(byOwnRule: Bool) async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await bo.createRoom(["preset": "public_chat"])
        try await ana.join(room)
        if byOwnRule {
            // With this rule each event is evaluated against the push rules.
            let rule: JSONValue = ["pattern": "kettle", "actions": ["notify"]]
            #expect(try await ana.ask(.PUT, "v3/pushrules/global/content/kettle", rule).status == 200)
        }
        func unread() async throws -> JSONValue? { try await ana.sync().joined(room)?["unread_notifications"] }
        func say(_ words: String, thread: String? = nil) async throws -> String {
            var content: JSONValue = [
                "msgtype": "m.text", "body": .string(words), "m.mentions": ["user_ids": [.string(ana.userID)]],
            ]
            if let thread { content["m.relates_to"] = ["rel_type": "m.thread", "event_id": .string(thread)] }
            let answer = try await bo.ask(.PUT, "v3/rooms/\(room)/send/m.room.message/\(words)", content)
            return try #require(answer.body["event_id"]?.string)
        }
        func read(_ event: String, thread: String) async throws {
            let answer = try await ana.ask(
                .POST, "v3/rooms/\(room)/receipt/m.read/\(event)", ["thread_id": .string(thread)])
            #expect(answer.status == 200)
        }
        func counts(_ count: Int64) -> JSONValue {
            ["notification_count": .integer(count), "highlight_count": .integer(count)]
        }
        let (one, other) = (try await say("one"), try await say("other"))
        try await read(other, thread: "main")
        #expect(try await unread() == counts(0))
        let first = try await say("in-one", thread: one)
        _ = try await say("in-one-later", thread: one)
        _ = try await say("in-the-other", thread: other)
        #expect(try await unread() == counts(3))
        try await read(first, thread: one)
        #expect(try await unread() == counts(2))
        let main = try await say("in-the-chat")
        #expect(try await unread() == counts(3))
        try await ana.read(main, in: room)
        #expect(try await unread() == counts(0))
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

    @Test func typingAndReadReceiptsReachOtherUsers() async throws {
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

    @Test func receiptsOfAThreadAndOfTheRoomAtOneEventAreBothSynced() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let root = try await ana.say("root", in: room)
        let reply = try await ana.relate("m.thread", to: root, in: room)
        let since = try await ana.now()
        for body: JSONValue in [["thread_id": .string(root)], [:]] {
            #expect(try await bo.ask(.POST, "v3/rooms/\(room)/receipt/m.read/\(reply)", body).status == 200)
        }
        let events = try await ana.sync(since: since).joined(room)?["ephemeral"]?["events"]?.array ?? []
        let receipts = events.filter { $0["type"] == "m.receipt" }
            .compactMap { $0["content"]?[reply]?["m.read"]?[bo.userID] }
        let threads = receipts.map { $0["thread_id"]?.string }
        #expect(threads.count == 2 && Set(threads) == [root, nil])
        await server.stop()
    }

    @Test func accountDataIsStoredAndSynced() async throws {
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
