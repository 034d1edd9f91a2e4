import MatrixAPI
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct PermissionTests {
    @Test func nobodyEntersAPrivateRoomWithoutAnInvitation() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let kim = try await server.person("kim")
        let room = try await ana.createRoom()
        let join = try await kim.ask(.POST, "v3/join/\(room)")
        #expect(join.status == 403 && join.code == "M_FORBIDDEN")
        let send = try await kim.ask(.PUT, "v3/rooms/\(room)/send/m.room.message/1", ["body": "x"])
        #expect(send.status == 403 && send.code == "M_FORBIDDEN")
        await server.stop()
    }

    @Test func aMemberWithoutPowerCanNeitherKickNorRenameNorRaiseThemselves() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["invite": [.string(bo.userID)]])
        try await bo.join(room)
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/kick", ["user_id": .string(ana.userID)]).status == 403)
        #expect(try await bo.ask(.PUT, "v3/rooms/\(room)/state/m.room.name/", ["name": "mine"]).status == 403)
        #expect(
            try await bo.ask(
                .PUT, "v3/rooms/\(room)/state/m.room.power_levels", ["users": [bo.userID: 100]]
            ).status == 403)
        #expect(try await ana.ask(.PUT, "v3/rooms/\(room)/state/m.room.name", ["name": "ours"]).status == 200)
        await server.stop()
    }

    @Test func aBannedPersonStaysOutUntilUnbannedAndInvited() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let body: JSONValue = ["user_id": .string(bo.userID)]
        #expect(try await ana.ask(.POST, "v3/rooms/\(room)/ban", body).status == 200)
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/join").status == 403)
        #expect(try await ana.ask(.POST, "v3/rooms/\(room)/invite", body).status == 403)
        #expect(try await ana.ask(.POST, "v3/rooms/\(room)/unban", body).status == 200)
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/join").status == 200)
        await server.stop()
    }

    @Test func whoLeftReadsUpToThereAndNoFurther() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let before = try await ana.say("before", in: room)
        let since = try await bo.now()
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        let after = try await ana.say("after", in: room)
        #expect(try await bo.ask(.GET, "v3/rooms/\(room)/event/\(before)").status == 200)
        #expect(try await bo.ask(.GET, "v3/rooms/\(room)/event/\(after)").status == 404)
        let left = try await bo.sync(since: since)["rooms"]?["leave"]?[room]
        #expect(left?["timeline"]?["events"]?.array?.last?["content"]?["membership"]?.string == "leave")
        await server.stop()
    }

    @Test func historyFromBeforeTheJoinIsHiddenWhereTheRoomSaysSo() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom([
            "preset": "public_chat",
            "initial_state": [
                ["type": "m.room.history_visibility", "content": ["history_visibility": "joined"]]
            ],
        ])
        try await ana.say("secret", in: room)
        try await bo.join(room)
        try await ana.say("welcome", in: room)
        #expect(try await bo.sync().said(in: room) == ["welcome"])
        let messages = try await bo.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=50").body["chunk"]?.array ?? []
        #expect(!messages.contains { $0["content"]?["body"]?.string == "secret" })
        await server.stop()
    }

    @Test func aRedactionTakesTheContentForGood() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let event = try await ana.say("oops", in: room)
        #expect(try await bo.ask(.PUT, "v3/rooms/\(room)/redact/\(event)/1", [:]).status == 403)
        #expect(try await ana.ask(.PUT, "v3/rooms/\(room)/redact/\(event)/1", ["reason": "typo"]).status == 200)
        let seen = try await bo.ask(.GET, "v3/rooms/\(room)/event/\(event)").body
        #expect(seen["content"] == [:])
        #expect(seen["unsigned"]?["redacted_because"]?["redacts"]?.string == event)
        await server.stop()
    }
}
