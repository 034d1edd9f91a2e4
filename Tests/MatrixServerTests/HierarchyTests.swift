import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

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

    @Test func spaceHierarchyListsRoomsInOrder() async throws {
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

    @Test func hierarchyHidesInaccessibleRooms() async throws {
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

    @Test func nestedSpacesAreListedOnceUpToMaxDepth() async throws {
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

    @Test func childrenWithoutValidOrderComeLast() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let space = try await ana.createRoom(Self.space)
        let orders = ["a\u{7}", String(repeating: "a", count: 51), "b", "ä", String(repeating: "a", count: 50)]
        for (place, order) in orders.enumerated() {
            let name = JSONValue.string("\(place)")
            try await add(try await ana.createRoom(["name": name]), to: space, by: ana, order: order)
        }
        let told = try await names(ana, space)
        #expect(told.prefix(3) == ["Team", "4", "2"] && Set(told.dropFirst(3)) == ["0", "1", "3"])
        await server.stop()
    }

    /// A space with large children is written in parts, within the budget of answers.
    @Test func largeHierarchyStaysWithinTheResponseBudget() async throws {
        let server = try await ServerUnderTest.start {
            ($0.answerBytesInMemory, $0.answerFileBytesPerAccount) = (4_096, 200_000)
        }
        let ana = try await server.person("ana")
        let space = try await ana.createRoom(Self.space)
        let child: JSONValue = ["via": ["localhost"], "text": .string(String(repeating: "x", count: 3_500))]
        func add(_ numbers: ClosedRange<Int>) async throws {
            for number in numbers {
                let path = "v3/rooms/\(space)/state/m.space.child/!\(number):localhost"
                #expect(try await ana.ask(.PUT, path, child).status == 200)
            }
        }
        try await add(1...20)
        let told = try await ana.ask(.GET, "v1/rooms/\(space)/hierarchy").body["rooms"]?.array?.first
        #expect(told?["children_state"]?.array?.count == 20)
        #expect(told?["children_state"]?.array?.last?["content"] == child)
        // More than one account's share of the files is refused and not built in memory.
        try await add(21...70)
        let refused = try await ana.ask(.GET, "v1/rooms/\(space)/hierarchy")
        #expect(refused.status == 503)
        await server.stop()
    }
}
