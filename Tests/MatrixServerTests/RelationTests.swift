import Foundation
import MatrixAPI
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct RelationTests {
    private func relate(
        _ person: Person, _ type: String, _ kind: String, to event: String, in room: String, _ transaction: String
    ) async throws -> String {
        let content: JSONValue = [
            "msgtype": "m.text", "body": .string(transaction),
            "m.relates_to": ["rel_type": .string(kind), "event_id": .string(event), "key": "+1"],
        ]
        let answer = try await person.ask(.PUT, "v3/rooms/\(room)/send/\(type)/\(transaction)", content)
        return try #require(answer.body["event_id"]?.string)
    }

    @Test func recursiveRelationsAreReturnedOnRequest() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("tea", in: room)
        var all: [String] = []
        for kind in ["m.thread", "m.replace", "m.reference", "m.reference"] {
            all.append(try await ana.relate(kind, to: all.last ?? event, in: room))
        }
        let path = "v1/rooms/\(room)/relations/\(event)"
        let direct = try await ana.ask(.GET, path)
        #expect(ids(direct) == [all[0]] && direct.body["recursion_depth"] == nil)
        let found = try await ana.ask(.GET, path + "?recurse=true&dir=f")
        #expect(ids(found) == Array(all.prefix(3)) && found.body["recursion_depth"] == 3)
        let page = try await ana.ask(.GET, path + "?recurse=true&limit=2")
        #expect(ids(page) == [all[2], all[1]])
        let next = try #require(page.body["next_batch"]?.string)
        #expect(ids(try await ana.ask(.GET, path + "?recurse=true&limit=2&from=\(next)")) == [all[0]])
        // Intermediate events have to match as well.
        #expect(ids(try await ana.ask(.GET, path + "/m.thread?recurse=true")) == [all[0]])
        #expect(ids(try await ana.ask(.GET, path + "/m.reference?recurse=true")).isEmpty)
        #expect(try await ana.ask(.GET, path + "?recurse=maybe").code == "M_INVALID_PARAM")
        await server.stop()
    }

    @Test func duplicateAnnotationIsRefused() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let event = try await ana.say("tea", in: room)
        let react = { (person: Person, key: String) in
            try await person.tryToRelate("m.annotation", to: event, in: room, [:], type: "m.reaction", key: key)
        }
        let first = try await react(ana, "+1")
        #expect(first.status == 200)
        let second = try await react(ana, "+1")
        #expect(second.status == 400 && second.code == "M_DUPLICATE_ANNOTATION")
        #expect(try await react(ana, "-1").status == 200)
        #expect(try await react(bo, "+1").status == 200)
        #expect(try await react(ana, "\u{0}").status == 200)
        let id = try #require(first.body["event_id"]?.string)
        #expect(try await ana.ask(.PUT, "v3/rooms/\(room)/redact/\(id)/1", [:]).status == 200)
        #expect(try await react(ana, "+1").status == 200)
        await server.stop()
    }

    @Test func threadInsideAThreadIsRefused() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("tea", in: room)
        let answer = try await ana.relate("m.thread", to: event, in: room)
        let nested = try await ana.tryToRelate("m.thread", to: answer, in: room)
        #expect(nested.status == 400 && nested.code == "M_UNKNOWN")
        let reply: JSONValue = ["body": "x", "m.relates_to": ["m.in_reply_to": ["event_id": .string(event)]]]
        let sent = try await ana.ask(.PUT, "v3/rooms/\(room)/send/m.room.message/reply", reply)
        let root = try #require(sent.body["event_id"]?.string)
        #expect(try await ana.tryToRelate("m.thread", to: root, in: room).status == 200)
        await server.stop()
    }

    @Test func filterSelectsEventsByTheirRelations() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let (tea, milk) = (try await ana.say("tea", in: room), try await ana.say("milk", in: room))
        try await ana.relate("m.thread", to: tea, in: room)
        try await bo.relate("m.reference", to: milk, in: room)
        let cases: [(String, [String])] = [
            (#""related_by_rel_types":["m.thread"]"#, [tea]),
            (#""related_by_rel_types":["m.thread","m.reference"]"#, [tea, milk]),
            (#""related_by_senders":["@bo:localhost"]"#, [milk]),
            (#""related_by_senders":["@bo:localhost"],"related_by_rel_types":["m.thread"]"#, []),
        ]
        for (filter, expected) in cases {
            let text = "{\(filter)}".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let page = try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=f&filter=\(text)")
            #expect(ids(page) == expected, "\(filter)")
            let sync = try await ana.sync(filter: #"{"room":{"timeline":{"# + filter + "}}}").joined(room)
            let events = sync?["timeline"]?["events"]?.array ?? []
            #expect(events.map { $0["event_id"]?.string } == expected, "\(filter)")
        }
        await server.stop()
    }

    private func ids(_ answer: Answer) -> [String] {
        (answer.body["chunk"]?.array ?? []).compactMap { $0["event_id"]?.string }
    }

    @Test func relationsAreFilteredByKindAndEventType() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("tea", in: room)
        let other = try await ana.say("coffee", in: room)
        let edit = try await relate(ana, "m.room.message", "m.replace", to: event, in: room, "1")
        let sign = try await relate(ana, "m.reaction", "m.annotation", to: event, in: room, "2")
        _ = try await relate(ana, "m.reaction", "m.annotation", to: other, in: room, "3")
        let path = "v1/rooms/\(room)/relations/\(event)"
        #expect(ids(try await ana.ask(.GET, path)) == [sign, edit])
        #expect(ids(try await ana.ask(.GET, path + "?dir=f")) == [edit, sign])
        #expect(ids(try await ana.ask(.GET, path + "/m.replace")) == [edit])
        #expect(ids(try await ana.ask(.GET, path + "/m.annotation/m.reaction")) == [sign])
        #expect(ids(try await ana.ask(.GET, path + "/m.annotation/m.room.message")).isEmpty)
        await server.stop()
    }

    @Test func relationsArePagedWithoutGapsOrDuplicates() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("tea", in: room)
        var sent: [String] = []
        for number in 1...5 {
            sent.append(try await relate(ana, "m.room.message", "m.replace", to: event, in: room, "\(number)"))
        }
        var seen: [String] = []
        var from: String?
        for _ in 0..<9 {
            let query = "?limit=2" + (from.map { "&from=\($0)" } ?? "")
            let page = try await ana.ask(.GET, "v1/rooms/\(room)/relations/\(event)" + query)
            seen += ids(page)
            from = page.body["next_batch"]?.string
            if from == nil { break }
        }
        #expect(seen == sent.reversed())
        #expect(from == nil)
        await server.stop()
    }

    @Test func redactedRelationIsUnlistedAndHasNoContent() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("tea", in: room)
        let edit = try await relate(ana, "m.room.message", "m.replace", to: event, in: room, "1")
        #expect(try await ana.ask(.PUT, "v3/rooms/\(room)/redact/\(edit)/2", [:]).status == 200)
        #expect(ids(try await ana.ask(.GET, "v1/rooms/\(room)/relations/\(event)")).isEmpty)
        let places = [
            try await ana.ask(.GET, "v3/rooms/\(room)/event/\(edit)").body,
            try await ana.ask(.GET, "v3/rooms/\(room)/context/\(edit)").body["event"],
            try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=b").body["chunk"]?.array?
                .first { $0["event_id"]?.string == edit },
            try await ana.sync().joined(room)?["timeline"]?["events"]?.array?
                .first { $0["event_id"]?.string == edit },
        ]
        for place in places {
            #expect(place?["content"] == [:])
            #expect(place?["unsigned"]?["redacted_because"]?["type"]?.string == "m.room.redaction")
        }
        await server.stop()
    }

    @Test func relationsOfHiddenEventsAreNotFound() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom([
            "preset": "public_chat",
            "initial_state": [
                ["type": "m.room.history_visibility", "content": ["history_visibility": "joined"]]
            ],
        ])
        let event = try await ana.say("secret", in: room)
        _ = try await relate(ana, "m.reaction", "m.annotation", to: event, in: room, "1")
        try await bo.join(room)
        #expect(try await bo.ask(.GET, "v1/rooms/\(room)/relations/\(event)").status == 404)
        await server.stop()
    }
}
