import Foundation
import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

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

    @Test func invitesOfANewRoomAreLimitedAndSentOnce() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let list = Array(repeating: JSONValue.string(bo.userID), count: 99) + [.string(ana.userID)]
        let room = try await ana.createRoom(["invite": .array(list)])
        let events = try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=100").body["chunk"]?.array ?? []
        let members = events.filter { $0["type"] == "m.room.member" }.compactMap { $0["state_key"]?.string }
        #expect(members == [bo.userID, ana.userID])
        // The limit counts the list as it was sent, so that a long one costs nothing.
        let refused = try await ana.ask(.POST, "v3/createRoom", ["invite": .array(list + list)])
        #expect(refused.status == 400 && refused.code == "M_INVALID_PARAM")
        await server.stop()
    }

    /// Returns a filter for sync with that many different types and senders.
    private static func filter(types: Int, senders: Int, ending: String = "") -> JSONValue {
        [
            "room": [
                "timeline": ["types": .array((0..<types).map { JSONValue.string("m.type\($0)\(ending)") })],
                "state": ["not_senders": .array((0..<senders).map { JSONValue.string("@ana\($0):localhost") })],
            ]
        ]
    }

    @Test func entriesInAllListsOfAFilterAreLimited() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let path = "v3/user/\(ana.userID)/filter"
        let most = FilterRules.maxEntries
        let (sound, long) = (Self.filter(types: most - 5, senders: 5), Self.filter(types: most - 5, senders: 6))
        let patterns = Self.filter(types: most / FilterRules.entriesOfPattern + 1, senders: 0, ending: "*")
        let kept = try await ana.ask(.POST, path, sound)
        let name = try #require(kept.body["filter_id"]?.string)
        #expect(try await ana.ask(.GET, "v3/sync?filter=\(name)").status == 200)
        for filter in [long, patterns] {
            let stored = try await ana.ask(.POST, path, filter)
            #expect(stored.status == 400 && stored.code == "M_INVALID_PARAM")
        }
        let room = try await ana.createRoom()
        let inline = try #require(patterns["room"]?["timeline"]).serializedText
        let query = try #require(inline.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let messages = try await ana.ask(.GET, "v3/rooms/\(room)/messages?filter=\(query)")
        #expect(messages.status == 400 && messages.code == "M_INVALID_PARAM")
        let search: JSONValue = [
            "search_categories": [
                "room_events": [
                    "search_term": "tea",
                    "filter": ["not_rooms": .array((0...most).map { JSONValue.string("!\($0):localhost") })],
                ]
            ]
        ]
        let found = try await ana.ask(.POST, "v3/search", search)
        #expect(found.status == 400 && found.code == "M_INVALID_PARAM")
        // A filter that was stored before there was a limit.
        let user = ana.userID
        let old = try await server.server.server.commits.commit { changes in
            try FiltersTable(changes.database).put(long, of: user, most: 10)
        }
        let sync = try await ana.ask(.GET, "v3/sync?filter=\(old)")
        #expect(sync.status == 400 && sync.code == "M_INVALID_PARAM")
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
