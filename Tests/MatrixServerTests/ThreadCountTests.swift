import MatrixAPI
import NIOHTTP1
import Testing

/// Tests the unread counts of each thread, if a client asks for them.
@Suite(.timeLimit(.minutes(5))) struct ThreadCountTests {
    private static let byThread = #"{"room":{"timeline":{"unread_thread_notifications":true}}}"#

    @Test(arguments: [false, true]) func threadsAreCountedSeparately(hasRule: Bool) async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        if hasRule {
            // With a custom rule each event is evaluated against the push rules.
            let path = "v3/pushrules/global/content/kettle"
            #expect(try await bo.ask(.PUT, path, ["pattern": "kettle", "actions": ["notify"]]).status == 200)
        }
        let (tea, milk) = (try await ana.say("tea", in: room), try await ana.say("milk", in: room))
        let first = try await ana.relate("m.thread", to: tea, in: room)
        let call: JSONValue = ["body": "bo?", "m.mentions": ["user_ids": [.string(bo.userID)]]]
        try await ana.relate("m.thread", to: tea, in: room, call)
        let last = try await ana.relate("m.thread", to: milk, in: room)
        #expect(try await bo.counts(in: room, filter: nil).main == [5, 1])
        var counts = try await bo.counts(in: room, filter: Self.byThread)
        #expect(counts.main == [2, 0])
        #expect(counts.threads == [tea: [2, 1], milk: [1, 0]])

        let receipt = "v3/rooms/\(room)/receipt/m.read/"
        #expect(try await bo.ask(.POST, receipt + first, ["thread_id": .string(tea)]).status == 200)
        counts = try await bo.counts(in: room, filter: Self.byThread)
        #expect(counts.main == [2, 0] && counts.threads == [tea: [1, 1], milk: [1, 0]])

        #expect(try await bo.ask(.POST, receipt + milk, ["thread_id": "main"]).status == 200)
        counts = try await bo.counts(in: room, filter: Self.byThread)
        #expect(counts.main == [0, 0] && counts.threads == [tea: [1, 1], milk: [1, 0]])

        #expect(try await bo.ask(.POST, receipt + last, [:]).status == 200)
        counts = try await bo.counts(in: room, filter: Self.byThread)
        #expect(counts.main == [0, 0] && counts.threads.isEmpty)
        await server.stop()
    }

    @Test func mentionsOnlyRoomCountsOnlyMentionsInThreads() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        #expect(try await bo.ask(.PUT, "v3/pushrules/global/room/\(room)", ["actions": []]).status == 200)
        let tea = try await ana.say("tea", in: room)
        try await ana.relate("m.thread", to: tea, in: room)
        try await ana.relate("m.thread", to: tea, in: room, ["body": "bo, look"])
        let counts = try await bo.counts(in: room, filter: Self.byThread)
        #expect(counts.main == [0, 0] && counts.threads == [tea: [1, 1]])
        await server.stop()
    }
}

extension Person {
    /// Returns the number of messages that notify, and how many of these highlight, in the main timeline and in each
    /// thread.
    fileprivate func counts(
        in room: String, filter: String?
    ) async throws -> (main: [Int64?], threads: [String: [Int64?]]) {
        let update = try await sync(filter: filter).joined(room)
        let pair = { (counts: JSONValue?) in
            [counts?["notification_count"]?.integer, counts?["highlight_count"]?.integer]
        }
        let threads = update?["unread_thread_notifications"]?.object ?? [:]
        return (pair(update?["unread_notifications"]), threads.mapValues(pair))
    }
}
