import MatrixAPI
import MatrixServer
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct AliasTests {
    private static let garden = "v3/directory/room/%23garden:localhost"

    @Test func aRoomIsJoinedByItsAlias() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat", "room_alias_name": "garden"])
        let found = try await bo.ask(.GET, Self.garden).body
        #expect(found["room_id"]?.string == room)
        #expect(found["servers"] == ["localhost"])
        #expect(try await bo.ask(.POST, "v3/join/%23garden:localhost").body["room_id"]?.string == room)
        #expect(try await bo.ask(.GET, "v3/rooms/\(room)/aliases").body["aliases"] == ["#garden:localhost"])
        let state = try await bo.ask(.GET, "v3/rooms/\(room)/state/m.room.canonical_alias/").body
        #expect(state["alias"] == "#garden:localhost")
        #expect(try await bo.ask(.POST, "v3/join/%23lawn:localhost").code == "M_NOT_FOUND")
        await server.stop()
    }

    @Test func aliasInUseIsRefusedForAnotherRoom() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["room_alias_name": "garden"])
        let other = try await ana.createRoom()
        let again = try await ana.ask(.PUT, Self.garden, ["room_id": .string(other)])
        #expect(again.status == 409)
        let create = try await ana.ask(.POST, "v3/createRoom", ["room_alias_name": "garden"])
        #expect(create.status == 400 && create.code == "M_ROOM_IN_USE")
        #expect(try await ana.ask(.GET, Self.garden).body["room_id"]?.string == room)
        #expect(try await ana.ask(.GET, "v3/joined_rooms").body["joined_rooms"]?.array?.count == 2)
        await server.stop()
    }

    @Test func nonMembersCannotManageOrListAliases() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["room_alias_name": "garden"])
        let body: JSONValue = ["room_id": .string(room)]
        #expect(try await bo.ask(.PUT, "v3/directory/room/%23mine:localhost", body).status == 403)
        #expect(try await bo.ask(.DELETE, Self.garden).status == 403)
        #expect(try await bo.ask(.GET, "v3/rooms/\(room)/aliases").status == 403)
        #expect(try await bo.ask(.POST, "v3/join/%23garden:localhost").status == 403)
        await server.stop()
    }

    @Test func aliasIsResolvedWithoutAToken() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["room_alias_name": "garden"])
        let found = try await server.request(.GET, Self.garden)
        #expect(found.status == 200 && found.body["room_id"]?.string == room)
        #expect(found.body["servers"] == ["localhost"])
        #expect(try await server.request(.GET, "v3/directory/room/%23lawn:localhost").status == 404)
        await server.stop()
    }

    @Test(arguments: ["%23:localhost", "garden:localhost", "%23garden:example.org", "%23a%20b:localhost", "%23garden"])
    func invalidOrForeignAliasIsRefused(name: String) async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let answer = try await ana.ask(.PUT, "v3/directory/room/\(name)", ["room_id": .string(room)])
        #expect(answer.status == 400 && answer.code == "M_INVALID_PARAM")
        await server.stop()
    }

    @Test func canonicalAliasMustPointToTheRoom() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["room_alias_name": "garden"])
        _ = try await ana.createRoom(["room_alias_name": "lawn"])
        let path = "v3/rooms/\(room)/state/m.room.canonical_alias/"
        for wrong in ["#lawn:localhost", "#nowhere:localhost"] as [JSONValue] {
            let answer = try await ana.ask(.PUT, path, ["alias": "#garden:localhost", "alt_aliases": [wrong]])
            #expect(answer.status == 400 && answer.code == "M_BAD_ALIAS")
        }
        for wrong: JSONValue in [["alias": "garden"], ["alias": 1], ["alt_aliases": "x"], ["alt_aliases": [1]]] {
            #expect(try await ana.ask(.PUT, path, wrong).code == "M_INVALID_PARAM", "\(wrong)")
        }
        #expect(try await ana.ask(.PUT, path, ["alt_aliases": ["#garden:localhost"]]).status == 200)
        #expect(try await ana.ask(.PUT, path, [:]).status == 200)
        await server.stop()
    }

    @Test func deletingAnAliasClearsTheCanonicalAlias() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["room_alias_name": "garden"])
        #expect(try await ana.ask(.DELETE, Self.garden).status == 200)
        #expect(try await ana.ask(.GET, Self.garden).status == 404)
        #expect(try await ana.ask(.DELETE, Self.garden).status == 404)
        let state = try await ana.ask(.GET, "v3/rooms/\(room)/state/m.room.canonical_alias/")
        #expect(state.status == 200 && state.body == [:])
        await server.stop()
    }

    @Test func canonicalAliasCannotBeDeletedByItsCreator() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        _ = try await bo.ask(.POST, "v3/join/\(room)")
        #expect(try await bo.ask(.PUT, Self.garden, ["room_id": .string(room)]).status == 200)
        let path = "v3/rooms/\(room)/state/m.room.canonical_alias/"
        #expect(try await ana.ask(.PUT, path, ["alias": "#garden:localhost"]).status == 200)
        #expect(try await bo.ask(.DELETE, Self.garden).status == 403)
        #expect(try await ana.ask(.PUT, path, [:]).status == 200)
        #expect(try await bo.ask(.DELETE, Self.garden).status == 200)
        await server.stop()
    }

    @Test func aliasesPerAccountInARoomAreLimited() async throws {
        let server = try await ServerUnderTest.start { $0.ownRoomAliases = 1 }
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        _ = try await bo.ask(.POST, "v3/join/\(room)")
        let body: JSONValue = ["room_id": .string(room)]
        #expect(try await bo.ask(.PUT, "v3/directory/room/%23a:localhost", body).status == 200)
        #expect(try await bo.ask(.PUT, "v3/directory/room/%23b:localhost", body).status == 403)
        #expect(try await ana.ask(.PUT, "v3/directory/room/%23b:localhost", body).status == 200)
        await server.stop()
    }

    @Test(arguments: ["%23gar%E2%80%8Bden:localhost", "%23gar%C2%85den:localhost", "%23gar%E2%80%AEden:localhost"])
    func aliasWithInvisibleCharactersIsRefused(name: String) async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        #expect(try await ana.ask(.PUT, "v3/directory/room/\(name)", ["room_id": .string(room)]).status == 400)
        await server.stop()
    }

    @Test func aliasesPerRoomAndAccountAreLimited() async throws {
        let server = try await ServerUnderTest.start { limits in
            limits.roomAliases = 2
            limits.accountAliases = 3
        }
        let ana = try await server.person("ana")
        let first: JSONValue = ["room_id": .string(try await ana.createRoom())]
        let second: JSONValue = ["room_id": .string(try await ana.createRoom())]
        for (name, room, status) in [
            ("a", first, 200), ("b", first, 200), ("c", first, 403), ("c", second, 200),
            ("d", second, 403),
        ] {
            let answer = try await ana.ask(.PUT, "v3/directory/room/%23\(name):localhost", room)
            #expect(answer.status == status, "\(name)")
        }
        await server.stop()
    }
}
