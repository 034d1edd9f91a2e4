import MatrixAPI
import MatrixServer
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct LimitTests {
    @Test func eventsPastALimitGetTheErrorThatFits() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let path = "v3/rooms/\(room)/send/m.room.message/"
        let large = try await ana.ask(.PUT, path + "1", ["body": .string(String(repeating: "x", count: 66_000))])
        #expect(large.status == 413 && large.code == "M_TOO_LARGE")
        let huge = try await ana.ask(.PUT, path + "2", ["body": .string(String(repeating: "x", count: 200_000))])
        #expect(huge.status == 413 && huge.code == "M_TOO_LARGE")
        var deep = JSONValue.emptyObject
        for _ in 0..<70 { deep = ["a": deep] }
        #expect(try await ana.ask(.PUT, path + "3", deep).code == "M_BAD_JSON")
        #expect(try await ana.ask(.PUT, path + "4", ["size": .double(1.5)]).code == "M_BAD_JSON")
        let broken = try await server.request(.PUT, path + "5", token: ana.token, text: "{")
        #expect(broken.status == 400 && broken.code == "M_NOT_JSON")
        #expect(try await ana.ask(.POST, "v3/createRoom", ["room_version": "1"]).code == "M_UNSUPPORTED_ROOM_VERSION")
        await server.stop()
    }

    @Test func theOldestFilterGoesWhereAnAccountHasTooMany() async throws {
        let server = try await ServerUnderTest.start { $0.filters = 3 }
        let ana = try await server.person("ana")
        let path = "v3/user/\(ana.userID)/filter"
        var names: [String] = []
        for limit in [1, 2, 3, 4, 4] as [Int64] {
            let answer = try await ana.ask(.POST, path, ["room": ["timeline": ["limit": .integer(limit)]]])
            names.append(try #require(answer.body["filter_id"]?.string))
        }
        #expect(names[3] == names[4])
        #expect(try await ana.ask(.GET, "\(path)/\(names[0])").status == 404)
        for name in names.dropFirst() { #expect(try await ana.ask(.GET, "\(path)/\(name)").status == 200) }
        await server.stop()
    }

    @Test func whatPeopleAreSoughtByIsBounded() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let term = String(repeating: "a", count: 600)
        let answer = try await ana.ask(.POST, "v3/user_directory/search", ["search_term": .string(term)])
        #expect(answer.status == 413 && answer.code == "M_TOO_LARGE")
        await server.stop()
    }
}
