import MatrixAPI
import NIOHTTP1
import Testing

/// Tests the changes between two syncs for a client with a small timeline limit.
@Suite(.timeLimit(.minutes(5))) struct SyncGapTests {
    private static let lazy =
        #"{"room":{"state":{"lazy_load_members":true},"timeline":{"limit":2,"lazy_load_members":true}}}"#

    @Test func lazySyncReportsMembersWhoLeftInAGap() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo, kim) = (
            try await server.person("ana"), try await server.person("bo"), try await server.person("kim")
        )
        let room = try await ana.createRoom(["preset": "public_chat"])
        for person in [bo, kim] { try await person.join(room) }
        let since = try await ana.sync(filter: Self.lazy)["next_batch"]?.string
        #expect(try await kim.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        for number in 1...5 { try await bo.say("\(number)", in: room) }
        let update = try await ana.sync(since: since, filter: Self.lazy).joined(room)
        #expect(update?["timeline"]?["limited"] == true)
        let members = (update?["state"]?["events"]?.array ?? []).filter { $0["type"] == "m.room.member" }
        let said = members.map { [$0["state_key"]?.string, $0["content"]?["membership"]?.string] }
        #expect(said == [[kim.userID, "leave"], [bo.userID, "join"]])
        await server.stop()
    }

    @Test func syncReportsARoomJoinedAndLeftSinceTheLast() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat", "name": "Tea"])
        let since = try await bo.now()
        try await bo.join(room)
        try await ana.say("hello", in: room)
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        try await ana.ask(.PUT, "v3/rooms/\(room)/state/m.room.name", ["name": "Without bo"])
        let left = try await bo.sync(since: since, filter: Self.lazy)["rooms"]?["leave"]?[room]
        let state = left?["state"]?["events"]?.array ?? []
        #expect(state.first { $0["type"] == "m.room.name" }?["content"]?["name"] == "Tea")
        let timeline = left?["timeline"]?["events"]?.array ?? []
        #expect(timeline.map { $0["type"] } == ["m.room.message", "m.room.member"])
        await server.stop()
    }

    @Test func declinedInvitationRevealsNothingOfTheRoom() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, kim) = (try await server.person("ana"), try await server.person("kim"))
        let room = try await ana.createRoom(["topic": "secret", "invite": [.string(kim.userID)]])
        let since = try await kim.now()
        for number in 1...5 {
            try await ana.ask(.PUT, "v3/rooms/\(room)/state/m.room.topic", ["topic": .string("secret \(number)")])
        }
        #expect(try await kim.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        try await ana.say("gone", in: room)
        let all = #"{"room":{"include_leave":true,"timeline":{"limit":2}}}"#
        for (since, filter) in [(since, Self.lazy), (nil, all)] {
            let answer = try await kim.sync(since: since, filter: filter)
            let left = answer["rooms"]?["leave"]?[room]
            #expect(left?["state"]?["events"] == [])
            let timeline = left?["timeline"]?["events"]?.array ?? []
            #expect(timeline.map { $0["content"]?["membership"] } == ["leave"])
            #expect(!answer.serializedText.contains("secret"))
        }
        await server.stop()
    }

    @Test func filterIsAppliedBeforeTheLimit() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        for number in 1...3 { try await ana.say("\(number)", in: room) }
        for number in 1...30 {
            try await ana.ask(.PUT, "v3/rooms/\(room)/state/m.room.topic", ["topic": .string("\(number)")])
        }
        let filter = #"{"room":{"timeline":{"limit":2,"types":["m.room.message"]}}}"#
        let update = try await ana.sync(filter: filter)
        #expect(update.said(in: room) == ["2", "3"])
        #expect(update.joined(room)?["timeline"]?["limited"] == true)
        let all = try await ana.sync(filter: filter.replacing(":2", with: ":3"))
        #expect(all.said(in: room) == ["1", "2", "3"])
        #expect(all.joined(room)?["timeline"]?["limited"] == false)
        await server.stop()
    }

    @Test func roomWithoutMatchingEventsIsOmitted() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let since = try await ana.now()
        try await bo.say("hello", in: room)
        let topics = #"{"room":{"timeline":{"types":["m.room.topic"]},"state":{"types":[]}}}"#
        let update = try await ana.sync(since: since, filter: topics)
        #expect(update["rooms"] == nil)
        // The next sync continues after it.
        #expect(try await ana.sync(since: update["next_batch"]?.string).said(in: room).isEmpty)
        await server.stop()
    }

    @Test func zeroLimitReturnsStateWithoutEvents() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["name": "Tea"])
        try await ana.say("hello", in: room)
        let update = try await ana.sync(filter: #"{"room":{"timeline":{"limit":0}}}"#).joined(room)
        #expect(update?["timeline"]?["events"] == [])
        #expect(update?["timeline"]?["limited"] == true)
        let state = update?["state"]?["events"]?.array ?? []
        #expect(state.contains { $0["content"]?["name"] == "Tea" })
        let from = try #require(update?["timeline"]?["prev_batch"]?.string)
        let page = try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=1&from=\(from)").body["chunk"]
        #expect(page?.array?.first?["content"]?["body"] == "hello")
        await server.stop()
    }
}
