import Foundation
import GRDB
import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct MessageSearchTests {
    @Test func searchFindsWordsPhrasesAndPrefixesNewestFirst() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["name": "Gate keepers"])
        for text in ["the gate code", "code of the gate", "the Gâte is open", "花园的门", "a garden"] {
            try await ana.say(text, in: room)
        }
        #expect(
            try await ana.find("gate ", ["keys": ["content.body"]]).said == [
                "the Gâte is open", "code of the gate", "the gate code",
            ])
        #expect(try await ana.find("\"the gate\" code").said == ["code of the gate", "the gate code"])
        #expect(try await ana.find("gate code").said == ["code of the gate", "the gate code"])
        #expect(try await ana.find("ga").said.first == "a garden")
        #expect(try await ana.find("ga ").said == [])
        #expect(try await ana.find("园的").said == ["花园的门"])
        let named = try await ana.find("keepers ", ["keys": ["content.name"]])
        #expect(named.results.compactMap { $0["result"]?["type"]?.string } == ["m.room.name"])
        #expect(try await ana.find("keepers ", ["keys": ["content.body", "content.topic"]]).results.isEmpty)
        let found = try await ana.find("gate ", ["keys": ["content.body"]])
        #expect(found.json["count"]?.integer == 3)
        #expect(found.json["highlights"]?.array?.compactMap(\.string).sorted() == ["gate", "gâte"])
        #expect(found.results.allSatisfy { $0["result"]?["room_id"]?.string == room })
        await server.stop()
    }

    @Test func searchHidesRoomsOfOtherUsers() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo, mallory) = (
            try await server.person("ana"), try await server.person("bo"), try await server.person("mallory")
        )
        let room = try await ana.createRoom(["invite": [.string(bo.userID), .string(mallory.userID)]])
        try await bo.join(room)
        try await ana.say("the secret gate", in: room)
        // An invitation is not a membership, and neither is a declined one.
        for isDeclined in [false, true] {
            if isDeclined { #expect(try await mallory.ask(.POST, "v3/rooms/\(room)/leave").status == 200) }
            for body: JSONValue in [[:], ["filter": ["rooms": [.string(room)]]], ["include_state": true]] {
                let found = try await mallory.find("secret", body)
                #expect(found.results.isEmpty && found.json["count"]?.integer == 0)
                #expect(found.json["highlights"]?.array == [] && found.json["state"]?.object?.isEmpty != false)
            }
            // Forged tokens don't give access either, nor do tokens for groups of others.
            for place in ["f9999_0_7_\(room)", "f9999_0_7_\(ana.userID)", "f9999_0_0_"] {
                let found = try await mallory.find("secret", after: place)
                #expect(found.results.isEmpty && found.json["next_batch"] == nil)
            }
        }
        #expect(try await bo.find("secret").said == ["the secret gate"])
        #expect(try await server.request(.POST, "v3/search", ["search_categories": [:]]).status == 401)
        await server.stop()
    }

    @Test func searchHidesMessagesBeforeJoiningAndAfterLeaving() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom([
            "preset": "public_chat",
            "initial_state": [
                ["type": "m.room.history_visibility", "state_key": "", "content": ["history_visibility": "joined"]]
            ],
        ])
        try await ana.say("gate one", in: room)
        try await bo.join(room)
        try await ana.say("gate two", in: room)
        let found = try await bo.find(
            "gate", ["event_context": ["before_limit": 5, "after_limit": 5, "include_profile": true]])
        #expect(found.said == ["gate two"] && found.json["count"]?.integer == 1)
        // The context doesn't reveal messages before the user's visible history.
        let before = found.results.first?["context"]?["events_before"]?.array ?? []
        #expect(!before.contains { $0["content"]?["body"]?.string == "gate one" })
        #expect(found.results.first?["context"]?["profile_info"]?[ana.userID]?["displayname"] != nil)
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        try await ana.say("gate three", in: room)
        #expect(try await bo.find("gate").said == ["gate two"])
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/forget").status == 200)
        #expect(try await bo.find("gate").said == [])
        #expect(try await ana.find("gate").said == ["gate three", "gate two", "gate one"])
        await server.stop()
    }

    @Test func searchSkipsRedactedEncryptedAndIgnoredMessages() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let wrong = try await ana.say("the wrong gate", in: room)
        try await bo.say("bo's gate", in: room)
        #expect(try await ana.find("gate").said == ["bo's gate", "the wrong gate"])
        #expect(try await ana.ask(.PUT, "v3/rooms/\(room)/redact/\(wrong)/1", [:]).status == 200)
        #expect(try await ana.find("gate").said == ["bo's gate"])
        let queue = try DatabaseQueue(path: server.directory + "/words.sqlite")
        #expect(try await queue.read { try $0.strings("SELECT words FROM entries") } == ["bo s gate"])
        _ = try await ana.ask(
            .PUT, "v3/rooms/\(room)/send/m.room.encrypted/2",
            ["algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "gate", "body": "gate"])
        #expect(try await ana.find("gate").said == ["bo's gate"])
        let path = "v3/user/\(ana.userID)/account_data/m.ignored_user_list"
        #expect(try await ana.ask(.PUT, path, ["ignored_users": [bo.userID: [:]]]).status == 200)
        let found = try await ana.find("gate")
        #expect(found.said == [] && found.json["count"]?.integer == 0)
        await server.stop()
    }

    @Test func searchPagesHaveNoGapsOrDuplicatesInEitherOrder() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let (one, two) = (try await ana.createRoom(["preset": "public_chat"]), try await ana.createRoom())
        try await bo.join(one)
        for (order, word) in [("recent", "gate"), ("rank", "door")] {
            for number in 1...9 {
                let isOfBo = number.isMultiple(of: 3)
                try await (isOfBo ? bo : ana).say(
                    "\(word) \(number)", in: number.isMultiple(of: 2) && !isOfBo ? two : one)
            }
            var (said, place): ([String], String?) = ([], nil)
            repeat {
                let page = try await ana.find(
                    word, ["order_by": .string(order), "filter": ["limit": 2]], after: place)
                #expect(page.json["count"]?.integer == 9)
                said += page.said
                place = page.json["next_batch"]?.string
                // Messages that arrive meanwhile belong to no page of a search that has begun.
                try await ana.say("\(word) later", in: one)
            } while place != nil && said.count < 20
            #expect(said == (1...9).reversed().map { "\(word) \($0)" })
        }
        try await ana.say("a door beside a door, and a door", in: one)
        #expect(try await ana.find("door", ["order_by": "rank"]).said.first == "a door beside a door, and a door")
        await server.stop()
    }

    @Test func searchGroupsAreNamedAndPagedSeparately() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        for number in 1...4 { try await (number.isMultiple(of: 2) ? bo : ana).say("gate \(number)", in: room) }
        let grouped: JSONValue = [
            "groupings": ["group_by": [["key": "sender"], ["key": "room_id"]]], "filter": ["limit": 2],
            "include_state": true,
        ]
        let found = try await ana.find("gate", grouped)
        let groups = try #require(found.json["groups"])
        #expect(groups["sender"]?[bo.userID]?["order"]?.integer == 0)
        #expect(groups["sender"]?[ana.userID]?["order"]?.integer == 1)
        #expect(groups["room_id"]?[room]?["results"]?.array?.count == 2)
        let next = try #require(groups["sender"]?[bo.userID]?["next_batch"]?.string)
        #expect(try await ana.find("gate", grouped, after: next).said == ["gate 2"])
        #expect(found.json["state"]?[room]?.array?.contains { $0["type"]?.string == "m.room.create" } == true)
        let only: JSONValue = ["filter": ["senders": [.string(bo.userID)], "rooms": [.string(room)]]]
        #expect(try await ana.find("gate", only).said == ["gate 4", "gate 2"])
        let notBo: JSONValue = ["filter": ["not_senders": [.string(bo.userID)]]]
        #expect(try await ana.find("gate", notBo).said == ["gate 3", "gate 1"])
        #expect(try await ana.find("gate", ["filter": ["not_rooms": [.string(room)]]]).said == [])
        #expect(try await ana.find("gate", ["filter": ["types": ["m.room.topic"]]]).said == [])
        #expect(try await ana.find("gate", ["filter": ["contains_url": true]]).said == [])
        await server.stop()
    }

    @Test func repeatedGroupsAndKeysOfASearchCountOnce() throws {
        let groups = (0..<5_000).map { JSONValue.object(["key": $0.isMultiple(of: 2) ? "sender" : "room_id"]) }
        let request = try SearchRequest(
            [
                "search_term": "gate", "groupings": ["group_by": .array(groups)],
                "keys": ["content.name", "content.body", "content.name"],
            ], nextBatch: nil)
        #expect(request.groups == [.sender, .room])
        #expect(request.keys == [.name, .body])
    }

    @Test(arguments: [
        (#"{}"#, 400, "M_MISSING_PARAM"), (#"{"search_categories":[]}"#, 400, "M_BAD_JSON"),
        (#"{"search_categories":{"room_events":{}}}"#, 400, "M_MISSING_PARAM"),
        (#"{"search_categories":{"room_events":[]}}"#, 400, "M_BAD_JSON"),
        (#"{"search_categories":{"room_events":{"search_term":7}}}"#, 400, "M_BAD_JSON"),
        (#"{"search_categories":{"room_events":{"search_term":"a","order_by":"age"}}}"#, 400, "M_INVALID_PARAM"),
        (#"{"search_categories":{"room_events":{"search_term":"a","keys":["content.x"]}}}"#, 400, "M_INVALID_PARAM"),
        (#"{"search_categories":{"room_events":{"search_term":"a","filter":{"limit":-1}}}}"#, 400, "M_INVALID_PARAM"),
        (#"{"search_categories":{"room_events":{"search_term":"a","filter":{"rooms":"x"}}}}"#, 400, "M_BAD_JSON"),
    ])
    func malformedSearchRequestIsRefused(body: String, status: Int, code: String) async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let answer = try await ana.ask(.POST, "v3/search", try JSONValue(parsing: body))
        #expect(answer.status == status && answer.code == code)
        await server.stop()
    }

    @Test func unusualSearchTermsAreHandledSafely() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        try await ana.say("the gate", in: room)
        let long = try await ana.ask(
            .POST, "v3/search",
            ["search_categories": ["room_events": ["search_term": .string(String(repeating: "a ", count: 300))]]])
        #expect(long.status == 413 && long.code == "M_TOO_LARGE")
        #expect(try await ana.ask(.POST, "v3/search?next_batch=s1", Person.search("a", [:])).code == "M_INVALID_PARAM")
        let strange = [
            "\"", "\" OR \"gate", "gate\" NOT \"x", "words:gate", "*", "", " ", "''; DROP TABLE search", "NEAR(a b)",
            "r1", "kb",
        ]
        for term in strange {
            #expect(try await ana.find(term).said.allSatisfy { $0 == "the gate" }, "\(term)")
        }
        for facet in ["r1 ", "kb "] { #expect(try await ana.find(facet).said == []) }
        let nothing = try await ana.ask(.POST, "v3/search", ["search_categories": [:]])
        #expect(nothing.status == 200 && nothing.body["search_categories"] == [:])
        await server.stop()
    }

    @Test func filteredSearchPageContinuesAfterTheRowsRead() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["invite": [.string(bo.userID)]])
        try await bo.join(room)
        try await bo.say("bo's gate", in: room)
        for number in 0...SearchResults.maxRead {
            _ = try await server.server.server.say("gate \(number)", ana.userID, room)
        }
        let request: JSONValue = ["filter": ["not_senders": [.string(ana.userID)]]]
        let first = try await ana.find("gate", request)
        #expect(first.said.isEmpty)
        let place = try #require(first.json["next_batch"]?.string)
        #expect(try await ana.find("gate", request, after: place).said == ["bo's gate"])
        await server.stop()
    }

    @Test func missingOrDamagedSearchIndexIsRebuilt() async throws {
        let directory = ServerUnderTest.newDirectory()
        var server = try await ServerUnderTest.start(in: directory)
        var ana = try await server.person("ana")
        let room = try await ana.createRoom()
        for number in 1...1_200 { _ = try await server.server.server.say("gate \(number)", ana.userID, room) }
        #expect(try await ana.find("gate").said.first == "gate 1200")
        let path = directory + "/words.sqlite"
        for (number, damage) in [nil, Data(), Data(repeating: 7, count: 9_000)].enumerated() {
            await server.server.stop()
            if let damage {
                try damage.write(to: URL(fileURLWithPath: path))
            } else {
                try FileManager.default.removeItem(atPath: path)
            }
            server = try await ServerUnderTest.start(in: directory)
            ana = Person(server: server, name: "ana", token: ana.token)
            // Older messages are indexed from the newest on, without any request.
            try await ana.say("another \(number)", in: room)
            #expect(try await ana.find("\"another \(number)\"").said.count == 1)
            while try await server.server.server.words.takeNext() {}
            #expect(try await ana.find("\"gate 1\"").said == ["gate 1"])
            #expect(try await ana.find("gate").json["count"]?.integer == 1_200)
        }
        await server.stop()
    }
}

/// The result of a search.
private struct Found {
    let json: JSONValue

    var results: [JSONValue] { json["results"]?.array ?? [] }
    var said: [String] { results.compactMap { $0["result"]?["content"]?["body"]?.string } }
}

extension Person {
    fileprivate static func search(_ term: String, _ request: JSONValue) -> JSONValue {
        var events = request
        events["search_term"] = .string(term)
        if events["order_by"] == nil { events["order_by"] = "recent" }
        return ["search_categories": ["room_events": events]]
    }

    fileprivate func find(_ term: String, _ request: JSONValue = [:], after place: String? = nil) async throws -> Found
    {
        let place = place?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        let answer = try await ask(
            .POST, "v3/search" + (place.map { "?next_batch=\($0)" } ?? ""), Self.search(term, request))
        #expect(answer.status == 200, "\(term): \(answer.body)")
        return Found(json: try #require(answer.body["search_categories"]?["room_events"]))
    }
}

extension Homeserver {
    fileprivate func say(_ text: String, _ user: String, _ room: String) async throws -> StoredEvent {
        try await commits.commit { changes in
            try RoomWriter(changes).append(
                EventDraft("m.room.message", sender: user, content: ["msgtype": "m.text", "body": .string(text)]),
                to: room)
        }
    }
}
