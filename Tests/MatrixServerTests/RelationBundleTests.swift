import GRDB
import MatrixAPI
import NIOHTTP1
import TestSeeds
import Testing

@testable import MatrixServer

/// Tests the bundled aggregations of child events in the server's responses.
@Suite(.timeLimit(.minutes(5))) struct RelationBundleTests {
    @Test func responsesBundleTheNewestEditThreadAndReferences() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let event = try await ana.say("kettle", in: room)
        try await ana.relate("m.replace", to: event, in: room, ["m.new_content": ["body": "pot"]])
        let edit = try await ana.relate("m.replace", to: event, in: room, ["m.new_content": ["body": "cup"]])
        try await bo.relate("m.thread", to: event, in: room)
        let last = try await bo.relate("m.thread", to: event, in: room)
        let reference = try await bo.relate("m.reference", to: event, in: room)
        let unread = try await bo.say("later", in: room)

        for person in [ana, bo] {
            for (place, relations) in try await answers(person, event, in: room) {
                #expect(relations?["m.replace"]?["event_id"]?.string == edit, "\(place)")
                #expect(relations?["m.thread"]?["count"] == 2, "\(place)")
                #expect(relations?["m.thread"]?["latest_event"]?["event_id"]?.string == last, "\(place)")
                #expect(relations?["m.thread"]?["current_user_participated"] == true, "\(place)")
                #expect(relations?["m.reference"]?["chunk"] == [["event_id": .string(reference)]], "\(place)")
            }
        }
        let plain = try await ana.ask(.GET, "v3/rooms/\(room)/event/\(unread)").body
        #expect(plain["unsigned"]?["m.relations"] == nil)
        #expect(plain["unsigned"]?["membership"] == "join")
        await server.stop()
    }

    @Test func membershipOfTheReaderIsThatAtTheEvent() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        let before = try await ana.say("before", in: room)
        try await bo.join(room)
        let after = try await ana.say("after", in: room)
        let sync = try await bo.ask(.GET, "v3/sync").body
        let page = try await bo.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=20").body
        for (id, membership) in [(before, "leave"), (after, "join")] {
            let lists = [
                sync["rooms"]?["join"]?[room]?["timeline"]?["events"]?.array, page["chunk"]?.array,
                [try await bo.ask(.GET, "v3/rooms/\(room)/event/\(id)").body],
            ]
            for list in lists {
                let event = try #require(list?.first { $0["event_id"]?.string == id })
                #expect(event["unsigned"]?["membership"]?.string == membership, "\(event)")
            }
        }
        await server.stop()
    }

    @Test func invalidEditIsNotBundled() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let event = try await ana.say("kettle", in: room)
        let new: JSONValue = ["m.new_content": ["body": "cup"]]
        try await bo.relate("m.replace", to: event, in: room, new)
        try await ana.relate("m.replace", to: event, in: room)
        try await ana.relate("m.replace", to: event, in: room, new, type: "m.sticker")
        let path = "v3/rooms/\(room)/event/"
        let relations = { (id: String) in try await ana.ask(.GET, path + id).body["unsigned"]?["m.relations"] }
        #expect(try await relations(event) == nil)
        let edit = try await ana.relate("m.replace", to: event, in: room, new)
        try await ana.relate("m.replace", to: edit, in: room, new)
        #expect(try await relations(event)?["m.replace"]?["event_id"]?.string == edit)
        #expect(try await relations(edit) == nil)
        // A redacted edit is ignored, and a redacted message has no aggregations.
        let later = try await ana.relate("m.replace", to: event, in: room, new)
        #expect(try await ana.ask(.PUT, "v3/rooms/\(room)/redact/\(later)/r1", [:]).status == 200)
        #expect(try await relations(event)?["m.replace"]?["event_id"]?.string == edit)
        #expect(try await ana.ask(.PUT, "v3/rooms/\(room)/redact/\(event)/r2", [:]).status == 200)
        #expect(try await relations(event) == nil)
        await server.stop()
    }

    @Test func bundlesExcludeIgnoredUsersAndHiddenEvents() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo, kim) = (
            try await server.person("ana"), try await server.person("bo"), try await server.person("kim")
        )
        let room = try await ana.createRoom(["preset": "public_chat"])
        for person in [bo, kim] { try await person.join(room) }
        let event = try await ana.say("kettle", in: room)
        let first = try await bo.relate("m.thread", to: event, in: room)
        try await kim.relate("m.thread", to: event, in: room)
        try await bo.ask(
            .PUT, "v3/user/\(bo.userID)/account_data/m.ignored_user_list", ["ignored_users": [kim.userID: [:]]])
        let path = "v3/rooms/\(room)/event/\(event)"
        let thread = try await bo.ask(.GET, path).body["unsigned"]?["m.relations"]?["m.thread"]
        #expect(thread?["count"] == 1 && thread?["latest_event"]?["event_id"]?.string == first)

        let visibility = "v3/rooms/\(room)/state/m.room.history_visibility"
        #expect(try await ana.ask(.PUT, visibility, ["history_visibility": "joined"]).status == 200)
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        try await ana.relate("m.thread", to: event, in: room)
        try await bo.join(room)
        try await bo.say("back", in: room)
        let seen = try await bo.ask(.GET, path).body["unsigned"]?["m.relations"]?["m.thread"]
        #expect(seen?["count"] == 1 && seen?["latest_event"]?["event_id"]?.string == first)
        let all = try await ana.ask(.GET, path).body["unsigned"]?["m.relations"]?["m.thread"]
        #expect(all?["count"] == 3)
        await server.stop()
    }

    @Test func latestThreadEventBundlesItsOwnEdit() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("kettle", in: room)
        let answer = try await ana.relate("m.thread", to: event, in: room)
        let edit = try await ana.relate("m.replace", to: answer, in: room, ["m.new_content": ["body": "cup"]])
        let root = try await ana.ask(.GET, "v3/rooms/\(room)/event/\(event)").body
        let latest = root["unsigned"]?["m.relations"]?["m.thread"]?["latest_event"]
        #expect(latest?["unsigned"]?["m.relations"]?["m.replace"]?["event_id"]?.string == edit)
        await server.stop()
    }

    @Test(arguments: [1, 40]) func relationStatementsPerPageAreConstant(messages: Int) async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        defer { writer.stop() }
        for number in 0..<messages {
            let event = try await writer.say("\(number)")
            for kind in ["m.thread", "m.replace", "m.reference"] {
                let content: JSONValue = [
                    "body": "x", "m.new_content": ["body": "y"],
                    "m.relates_to": ["rel_type": .string(kind), "event_id": .string(event)],
                ]
                let draft = EventDraft("m.room.message", sender: WriterUnderTest.ana.userID, content: content)
                try await writer.server.commits.commit { changes in
                    _ = try RoomWriter(changes).append(draft, to: WriterUnderTest.room)
                }
            }
        }
        let (count, bundles) = try await writer.server.read { database in
            let events = try EventsTable(database).newest(
                in: WriterUnderTest.room, after: 0, upTo: .max, limit: 4 * messages
            ).events
            let statements = StatementLog()
            database.trace(options: .statement) { statements.add($0.description) }
            defer { database.trace(options: []) }
            let relations = try EventView(database, WriterUnderTest.ana).relations(of: events, ignoring: [])
            return (statements.all.count, relations.count)
        }
        #expect(bundles == messages)
        // Two statements, and one more for the newest events of the threads, which finds nothing.
        #expect(count == 3)
    }

    @Test(arguments: Array(1...8) as [UInt64]) func visibilityRangesMatchVisibilityChecks(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let writer = try WriterUnderTest()
        defer { writer.stop() }
        let room = WriterUnderTest.room
        try await writer.server.commits.commit { changes in
            for user in HistoryStep.users {
                try AccountsTable(changes.database).insert(user, password: nil, displayName: user)
            }
            try RoomCreation(["preset": "public_chat"], creator: HistoryStep.ana).perform(room, changes)
        }
        for _ in 0..<60 {
            let draft = HistoryStep(&random).draft
            do {
                try await writer.server.commits.commit { _ = try RoomWriter($0).append(draft, to: room) }
            } catch is EndpointError {
                continue
            }
        }
        try await writer.server.read { database in
            let visibility = try HistoryVisibility(database, user: HistoryStep.bo, room: room)
            let ranges = visibility.ranges
            for place in 0...(try EventsTable(database).latestStream() + 2) {
                #expect(ranges.contains { $0.contains(place) } == visibility.allows(place), "\(place) of \(seed)")
            }
        }
    }

    /// Returns the aggregations of an event in every response that contains it.
    private func answers(
        _ person: Person, _ event: String, in room: String
    ) async throws -> [(place: String, relations: JSONValue?)] {
        let limited = #"{"room":{"timeline":{"limit":7}}}"#
        let search: JSONValue = ["search_categories": ["room_events": ["search_term": "kettle"]]]
        let found = try await person.ask(.POST, "v3/search", search).body["search_categories"]?["room_events"]
        let messages = try await person.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=20").body["chunk"]?.array
        let sync = try await person.sync(filter: limited).joined(room)?["timeline"]?["events"]?.array
        let isIt = { (json: JSONValue) in json["event_id"]?.string == event }
        let events: [(String, JSONValue?)] = [
            ("event", try await person.ask(.GET, "v3/rooms/\(room)/event/\(event)").body),
            ("context", try await person.ask(.GET, "v3/rooms/\(room)/context/\(event)").body["event"]),
            ("messages", messages?.first(where: isIt)), ("sync", sync?.first(where: isIt)),
            ("search", found?["results"]?.array?.first?["result"]),
        ]
        return events.map { ($0.0, $0.1?["unsigned"]?["m.relations"]) }
    }
}
