import GRDB
import MatrixAPI
import Synchronization
import Testing

@testable import MatrixServer

/// Counts the cost of notifying listeners.
@Suite(.timeLimit(.minutes(5))) struct DeliveryCostTests {
    @Test func eventIsReadAndRenderedOnceForAllListeners() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 100)
        defer { writer.stop() }
        let since = try await writer.latest()
        let event = try await writer.say("hello")
        let before = writer.server.memory.events.counts
        for number in 1...100 {
            let update = try await writer.update(of: "@m\(number):localhost", since: since)
            let timeline = update.json.joined(WriterUnderTest.room)?["timeline"]?["events"]?.array
            #expect(timeline?.map { $0["event_id"]?.string } == [event])
            #expect(timeline?.first?["unsigned"]?["age"]?.integer != nil)
            #expect(timeline?.first?["unsigned"]?["transaction_id"] == nil)
        }
        let after = writer.server.memory.events.counts
        // The line, and the member event of its sender.
        #expect((after.read - before.read, after.rendered - before.rendered) == (2, 2))
    }

    @Test(arguments: [8, 200]) func updateRunsFewStatements(members: Int) async throws {
        let writer = try await WriterUnderTest.withRoom(of: members)
        defer { writer.stop() }
        let since = try await writer.latest()
        try await writer.say("hello")
        _ = try await writer.update(of: "@m1:localhost", since: since)
        let statements = try await writer.update(of: "@m1:localhost", since: since).statements
        #expect(statements.count > 5)
        #expect(statements.count <= 11, "\(statements.joined(separator: "\n"))")
    }

    @Test func onlyTheSenderSeesTheTransactionIDAndAllSeeRedactions() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 2)
        defer { writer.stop() }
        let since = try await writer.latest()
        let event = try await writer.say("hello", transaction: "t1")
        for (user, transaction) in [("@m1:localhost", nil), (WriterUnderTest.ana.userID, "t1"), ("@m2:localhost", nil)]
        {
            let unsigned = try await writer.update(of: user, since: since).json.event(event)?["unsigned"]
            #expect(unsigned?["transaction_id"]?.string == transaction)
        }
        try await writer.server.commits.commit { changes in
            let event = try #require(try EventsTable(changes.database).event(id: event, in: WriterUnderTest.room))
            let redaction = try RoomWriter(changes).append(
                EventDraft(
                    "m.room.redaction", sender: WriterUnderTest.ana.userID,
                    content: ["redacts": .string(event.eventID)]), to: WriterUnderTest.room)
            try RoomWriter(changes).redact(event, by: redaction.eventID)
        }
        let redacted = try await writer.update(of: "@m1:localhost", since: since).json.event(event)
        #expect(redacted?["content"] == [:])
        #expect(redacted?["unsigned"]?["redacted_because"]?["content"]?["redacts"]?.string == event)
    }

    @Test func accountChangesApplyToTheNextUpdate() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 2)
        defer { writer.stop() }
        let (bo, room) = ("@m1:localhost", WriterUnderTest.room)
        let since = try await writer.latest()
        try await writer.say("one")
        let counts = { try await writer.update(of: bo, since: since).json.joined(room)?["unread_notifications"] }
        #expect(try await counts()?["notification_count"] == 1)
        try await writer.server.commits.commit { changes in
            try AccountDataTable(changes.database).put(
                "m.ignored_user_list", of: bo, ["ignored_users": [WriterUnderTest.ana.userID: [:]]])
        }
        // The filter admits nothing of the room any more, so the room is left out. Its unread counts come with the
        // next update of the room.
        #expect(try await writer.update(of: bo, since: since).json.joined(room) == nil)
        try await writer.server.commits.commit { changes in
            let table = AccountDataTable(changes.database)
            try table.put("m.ignored_user_list", of: bo, ["ignored_users": [:]])
            let rule: JSONValue = ["rule_id": .string(room), "actions": [], "default": false, "enabled": true]
            try table.put(PushRulesTable.type, of: bo, ["global": ["room": [rule]]])
        }
        #expect(try await writer.update(of: bo, since: since).json.said(in: room) == ["one"])
        #expect(try await counts()?["notification_count"] == 0)
    }
}

extension JSONValue {
    fileprivate func event(_ id: String) -> JSONValue? {
        joined(WriterUnderTest.room)?["timeline"]?["events"]?.array?.first { $0["event_id"]?.string == id }
    }
}

extension WriterUnderTest {
    /// Returns the position of a sync that delivers only new events.
    fileprivate func latest() async throws -> SyncToken {
        try await server.read { try SyncToken.latest(in: $0, typing: 0) }
    }

    /// Returns the update for a listener since then, and the statements that it took.
    fileprivate func update(of user: String, since: SyncToken) async throws -> (json: JSONValue, statements: [String]) {
        let request = SyncRequest(
            caller: Caller(userID: user, deviceID: "TEA"), since: since,
            filter: SyncFilter(["room": ["state": ["lazy_load_members": true]]]), wantsFullState: false)
        let (typing, memory) = (server.typing, server.memory)
        let (answer, all) = try await server.read { database in
            let statements = StatementLog()
            database.trace(options: .statement) { statements.add($0.description) }
            defer { database.trace(options: []) }
            let text = ResponseText(server.answers, for: user)
            _ = try SyncComposer(database, request, typing: typing, memory: memory).compose(into: text)
            return (try text.finish(), statements.all)
        }
        return (try JSONValue(parsing: try await answer.bytes()), all)
    }
}
