import MatrixAPI
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct KnockTests {
    private static let knocking: JSONValue = [
        "name": "Garden", "room_alias_name": "garden",
        "initial_state": [["type": "m.room.join_rules", "content": ["join_rule": "knock"]]],
    ]

    @Test func knockIsAcceptedByAnInvitation() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let kim = try await server.person("kim")
        let room = try await ana.createRoom(Self.knocking)
        let since = try await kim.now()
        #expect(try await kim.ask(.POST, "v3/join/\(room)").status == 403)
        let knock = try await kim.ask(.POST, "v3/knock/%23garden:localhost", ["reason": "I bring tea"])
        #expect(knock.status == 200 && knock.body["room_id"]?.string == room)
        let seen = try await kim.sync(since: since)["rooms"]?["knock"]?[room]?["knock_state"]?["events"]?.array ?? []
        #expect(seen.contains { $0["type"] == "m.room.name" && $0["content"]?["name"] == "Garden" })
        #expect(seen.last?["content"]?["membership"] == "knock" && seen.last?["content"]?["reason"] == "I bring tea")
        #expect(try await kim.sync()["rooms"]?["knock"]?[room] != nil)

        #expect(try await kim.ask(.POST, "v3/join/\(room)").status == 403)
        #expect(try await kim.ask(.GET, "v3/rooms/\(room)/messages?dir=b").status == 403)
        let told = try await ana.sync().joined(room)?["timeline"]?["events"]?.array?.last
        #expect(told?["state_key"]?.string == kim.userID && told?["content"]?["membership"] == "knock")
        #expect(try await ana.ask(.POST, "v3/rooms/\(room)/invite", ["user_id": .string(kim.userID)]).status == 200)
        #expect(try await kim.sync()["rooms"]?["knock"] == nil)
        #expect(try await kim.ask(.POST, "v3/join/\(room)").status == 200)
        await server.stop()
    }

    @Test func knockCanBeRejectedWithdrawnAndRepeated() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let kim = try await server.person("kim")
        let room = try await ana.createRoom(Self.knocking)
        let body: JSONValue = ["user_id": .string(kim.userID), "reason": "no tea"]
        #expect(try await kim.ask(.POST, "v3/knock/\(room)").status == 200)
        #expect(try await ana.ask(.POST, "v3/rooms/\(room)/kick", body).status == 200)
        let since = try await kim.now()
        #expect(try await kim.sync()["rooms"]?["knock"] == nil)
        #expect(try await kim.ask(.POST, "v3/knock/\(room)").status == 200)
        #expect(try await kim.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        let left = try await kim.sync(since: since)["rooms"]?["leave"]?[room]
        #expect(left?["state"]?["events"]?.array?.isEmpty == true)
        #expect(try await ana.ask(.POST, "v3/rooms/\(room)/ban", body).status == 200)
        #expect(try await kim.ask(.POST, "v3/knock/\(room)").status == 403)
        await server.stop()
    }

    @Test func knockIsRefusedWithoutKnockRuleOrForAnotherUser() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let kim = try await server.person("kim")
        let secret = try await ana.createRoom()
        #expect(try await kim.ask(.POST, "v3/knock/\(secret)").status == 403)
        #expect(try await kim.ask(.POST, "v3/knock/!x:localhost").status == 404)
        #expect(try await kim.ask(.POST, "v3/knock/%23x:localhost").status == 404)
        let room = try await ana.createRoom(Self.knocking)
        let forAnother = try await ana.ask(
            .PUT, "v3/rooms/\(room)/state/m.room.member/\(kim.userID)", ["membership": "knock"])
        #expect(forAnother.status == 403)
        #expect(try await ana.ask(.POST, "v3/knock/\(room)").status == 403)
        await server.stop()
    }
}
