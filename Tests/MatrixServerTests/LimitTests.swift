import Foundation
import MatrixAPI
import MatrixServer
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct LimitTests {
    @Test func eventsBeyondALimitGetASpecificError() async throws {
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

    @Test func longNamesAreRefusedByEveryEndpoint() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let long = JSONValue.string(String(repeating: "ab", count: 10_000))
        let member: JSONValue = ["membership": "join", "displayname": long]
        let ways: [(HTTPMethod, String, JSONValue)] = [
            (.PUT, "v3/rooms/\(room)/state/m.room.member/\(ana.userID)", member),
            (.PUT, "v3/profile/\(ana.userID)/displayname", ["displayname": long]),
            (.PUT, "v3/profile/\(ana.userID)/avatar_url", ["avatar_url": long]),
            (.POST, "v3/createRoom", ["initial_state": [["type": "m.room.member", "content": member]]]),
            (
                .POST, "v3/login",
                [
                    "type": "m.login.password", "password": "secret", "initial_device_display_name": long,
                    "identifier": ["type": "m.id.user", "user": "ana"],
                ]
            ),
        ]
        for (method, path, body) in ways {
            let answer = try await ana.ask(method, path, body)
            #expect(answer.status == 413 && answer.code == "M_TOO_LARGE", "\(path)")
        }
        await server.stop()
    }

    @Test func pushRulesAndTagsAreLimitedInTotalSize() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let large = JSONValue.string(String(repeating: "x", count: 60_000))
        var rules: [Int] = []
        for number in 1...6 {
            let body: JSONValue = ["pattern": large, "actions": []]
            rules.append(try await ana.ask(.PUT, "v3/pushrules/global/content/r\(number)", body).status)
        }
        #expect(rules == [200, 200, 200, 200, 413, 413])
        let path = "v3/user/\(ana.userID)/rooms/!r:localhost/tags/"
        #expect(try await ana.ask(.PUT, path + "u.one", ["name": large]).status == 200)
        #expect(try await ana.ask(.PUT, path + "u.two", ["name": large]).status == 413)
        await server.stop()
    }

    @Test func oldestFilterIsDroppedBeyondTheLimit() async throws {
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

    @Test(arguments: [
        #"{"presence":"none"}"#, #"{"room":[]}"#, #"{"room":{"timeline":{"senders":"@ana:localhost"}}}"#,
        #"{"room":{"state":{"lazy_load_members":"true"}}}"#, #"{"event_fields":[1]}"#,
        #"{"account_data":{"limit":"10"}}"#, #"{"event_format":{}}"#,
    ])
    func filterWithAWronglyTypedFieldIsRefused(filter: String) async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let json = try JSONValue(parsing: filter)
        let stored = try await ana.ask(.POST, "v3/user/\(ana.userID)/filter", json)
        #expect(stored.status == 400 && stored.code == "M_BAD_JSON")
        let query = try #require(filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let inline = try await ana.ask(.GET, "v3/sync?filter=\(query)")
        #expect(inline.status == 400 && inline.code == "M_BAD_JSON")
        // Absent and unknown fields are ignored.
        let sound: JSONValue = ["presence": .null, "room": ["timeline": ["limit": 3, "org.example": "x"]]]
        #expect(try await ana.ask(.POST, "v3/user/\(ana.userID)/filter", sound).status == 200)
        await server.stop()
    }

    @Test func userSearchTermIsLimitedInLength() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let term = String(repeating: "a", count: 600)
        let answer = try await ana.ask(.POST, "v3/user_directory/search", ["search_term": .string(term)])
        #expect(answer.status == 413 && answer.code == "M_TOO_LARGE")
        await server.stop()
    }
}
