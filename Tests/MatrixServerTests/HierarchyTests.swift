import MatrixAPI
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct HierarchyTests {
    private static let space: JSONValue = ["name": "Team", "creation_content": ["type": "m.space"]]

    private func add(_ room: String, to space: String, by person: Person, order: String? = nil) async throws {
        var content: JSONValue = ["via": ["localhost"]]
        content["order"] = order.map { .string($0) }
        #expect(try await person.ask(.PUT, "v3/rooms/\(space)/state/m.space.child/\(room)", content).status == 200)
    }

    private func names(_ person: Person, _ space: String, _ query: String = "") async throws -> [String] {
        let body = try await person.ask(.GET, "v1/rooms/\(space)/hierarchy\(query)").body
        return (body["rooms"]?.array ?? []).compactMap { $0["name"]?.string }
    }

    @Test func aSpaceIsToldWithItsRoomsInItsOrder() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let space = try await ana.createRoom(Self.space)
        for (name, order) in [("Last", nil), ("Second", "b"), ("First", "a")] as [(String, String?)] {
            try await add(try await ana.createRoom(["name": .string(name)]), to: space, by: ana, order: order)
        }
        let gone = try await ana.createRoom(["name": "Gone"])
        try await add(gone, to: space, by: ana)
        #expect(try await ana.ask(.PUT, "v3/rooms/\(space)/state/m.space.child/\(gone)", [:]).status == 200)
        #expect(try await names(ana, space) == ["Team", "First", "Second", "Last"])
        let told = try await ana.ask(.GET, "v1/rooms/\(space)/hierarchy").body["rooms"]?.array?.first
        #expect(told?["room_type"] == "m.space")
        #expect(told?["children_state"]?.array?.count == 3)
        #expect(told?["children_state"]?.array?.first?["origin_server_ts"]?.integer != nil)

        let first = try await ana.ask(.GET, "v1/rooms/\(space)/hierarchy?limit=3").body
        #expect(first["rooms"]?.array?.count == 3)
        let token = try #require(first["next_batch"]?.string)
        #expect(try await names(ana, space, "?limit=3&from=\(token)") == ["Last"])
        await server.stop()
    }

    @Test func nobodyIsToldOfRoomsThatAreNoneOfTheirBusiness() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let kim = try await server.person("kim")
        let space = try await ana.createRoom(Self.space)
        try await add(try await ana.createRoom(["name": "Secret"]), to: space, by: ana)
        try await add(try await ana.createRoom(["name": "Open", "preset": "public_chat"]), to: space, by: ana)
        #expect(try await kim.ask(.GET, "v1/rooms/\(space)/hierarchy").status == 403)
        #expect(try await kim.ask(.GET, "v1/rooms/!x:localhost/hierarchy").status == 403)
        _ = try await ana.ask(.POST, "v3/rooms/\(space)/invite", ["user_id": .string(kim.userID)])
        #expect(try await names(kim, space) == ["Team", "Open"])
        await server.stop()
    }

    @Test func spacesInEachOtherAreToldOnceAndOnlyAsDeepAsIsAsked() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let space = try await ana.createRoom(Self.space)
        let inner = try await ana.createRoom(["name": "Inner", "creation_content": ["type": "m.space"]])
        try await add(inner, to: space, by: ana)
        try await add(space, to: inner, by: ana)
        try await add(try await ana.createRoom(["name": "Deep"]), to: inner, by: ana)
        #expect(try await names(ana, space) == ["Team", "Inner", "Deep"])
        #expect(try await names(ana, space, "?max_depth=1") == ["Team", "Inner"])
        await server.stop()
    }
}
