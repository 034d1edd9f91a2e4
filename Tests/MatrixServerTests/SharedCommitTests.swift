import GRDB
import MatrixAPI
import Testing

@testable import MatrixServer

/// Tests that the writer's caches reflect its transaction. Changes that share a commit see one another, and nothing
/// that was rolled back.
@Suite(.timeLimit(.minutes(5))) struct SharedCommitTests {
    private static let ana = WriterUnderTest.ana
    private static let bo = Caller(userID: "@m1:localhost", deviceID: "TEA")
    private static let room = WriterUnderTest.room

    @Test func powerLevelsOfAnEarlierChangeApplyInTheSameCommit() async throws {
        let writer = try await writer()
        defer { writer.stop() }
        let results = try await writer.inOneCommit([
            Self.line(Self.bo), Self.levels(eventsDefault: 50), Self.line(Self.bo), Self.line(Self.ana),
            Self.levels(eventsDefault: 0), Self.line(Self.bo),
        ])
        #expect(results.map(\.isDone) == [true, true, false, true, true, true])
    }

    @Test func membershipChangesApplyInTheSameCommit() async throws {
        let writer = try await writer()
        defer { writer.stop() }
        let results = try await writer.inOneCommit([
            Self.member(Self.bo.userID, "ban", by: Self.ana), Self.line(Self.bo),
            Self.member(Self.bo.userID, "leave", by: Self.ana), Self.line(Self.bo),
            Self.member(Self.bo.userID, "join", by: Self.bo), Self.line(Self.bo),
            Self.member(Self.bo.userID, "leave", by: Self.bo), Self.line(Self.bo),
        ])
        #expect(results.map(\.isDone) == [true, false, true, false, true, true, true, false])
    }

    @Test func newDisplayNameCountsAsMentionInTheSameCommit() async throws {
        let writer = try await writer()
        defer { writer.stop() }
        let before = try await writer.counts(of: Self.bo.userID)
        _ = try await writer.inOneCommit([
            { changes in
                try WriterUnderTest.join(Self.bo.userID, displayName: "Robin", changes)
                return ""
            },
            Self.line(Self.ana, "Robin, look"),
        ])
        let after = try await writer.counts(of: Self.bo.userID)
        #expect(after.notifications == before.notifications + 1 && after.highlights == before.highlights + 1)
    }

    @Test func redactedPowerLevelsApplyInTheSameCommit() async throws {
        let writer = try await writer()
        defer { writer.stop() }
        let levels = try await writer.inOneCommit([Self.levels(eventsDefault: 0, room: 0), Self.line(Self.bo, "@room")])
        #expect(try await writer.counts(of: "@m2:localhost").highlights == 1)
        let event = try levels[0].get()
        _ = try await writer.inOneCommit([
            Self.line(Self.bo),
            { changes in
                let levels = try #require(try EventsTable(changes.database).event(id: event, in: Self.room))
                try RoomWriter(changes).redact(levels, by: "$x")
                return ""
            },
            Self.line(Self.bo, "@room"),
        ])
        #expect(try await writer.counts(of: "@m2:localhost").highlights == 1)
    }

    @Test(arguments: [PendingChange.UndoMode.savepoint, .refusesFirst])
    func refusedChangeRollsBackOnlyItself(undoing: PendingChange.UndoMode) async throws {
        let writer = try await writer()
        defer { writer.stop() }
        let before = try await writer.counts(of: "@m2:localhost").notifications
        let results = try await writer.inOneCommit(
            undoing: undoing,
            [
                Self.line(Self.ana, "before"),
                { changes in
                    try RoomWriter(changes).append(
                        EventDraft("m.room.message", sender: Self.ana.userID, content: ["body": "undone"]),
                        to: Self.room)
                    _ = try Self.member(Self.bo.userID, "ban", by: Self.ana)(changes)
                    throw EndpointError.forbidden("too late")
                },
                Self.line(Self.bo, "after"),
            ])
        #expect(results.map(\.isDone) == [true, false, true])
        try await writer.say("later")
        #expect(try await writer.bodies().suffix(3) == ["before", "after", "later"])
        #expect(try await writer.counts(of: "@m2:localhost").notifications == before + 3)
        #expect(try await writer.hasWholeChain())
    }

    @Test func sixtyFourSendsTakeOneStatementEachAndOneCommit() async throws {
        let writer = try await writer()
        defer { writer.stop() }
        let statements = try await writer.cost {
            let lines = (0..<64).map { Self.line($0 % 2 == 0 ? Self.ana : Self.bo) }
            let results = try await writer.inOneCommit(lines)
            #expect(results.allSatisfy { $0.isDone })
        }.statements
        #expect(statements.count { $0.hasPrefix("INSERT INTO events") } == 64)
        // The change that blocked the writer has a separate commit and a savepoint.
        #expect(statements.count == 64 + 2 + 4, "\(statements.joined(separator: "\n"))")
    }

    @Test func failedCommitLeavesCachesUnchanged() async throws {
        let writer = try await writer()
        defer { writer.stop() }
        let results = try await writer.inOneCommit([
            Self.line(Self.ana, "lost"), Self.levels(eventsDefault: 50),
            { _ in throw DatabaseError(resultCode: .SQLITE_FULL) },
        ])
        #expect(results.map(\.isDone) == [false, false, false])
        try await writer.say("kept", by: Self.bo)
        #expect(try await writer.bodies().last == "kept")
        #expect(try await writer.hasWholeChain())
    }

    @Test func transactionIDDeduplicatesForOneDay() async throws {
        let writer = try await writer()
        defer { writer.stop() }
        async let one = writer.say("once", transaction: "t")
        async let other = writer.say("once", transaction: "t")
        let event = try await one
        #expect(try await other == event)
        let elsewhere = Caller(userID: Self.ana.userID, deviceID: "MILK")
        #expect(try await writer.say("once", by: elsewhere, transaction: "t") != event)
        try await writer.server.pool.write { database in
            try database.execute(sql: "UPDATE events SET timestamp = timestamp - 86400001")
        }
        #expect(try await writer.say("once", transaction: "t") != event)
    }

    private func writer() async throws -> WriterUnderTest {
        let writer = try await WriterUnderTest.withRoom(of: 3)
        // The writer's caches contain everything that the tests change.
        for caller in [Self.ana, Self.bo] { try await writer.say("hello", by: caller) }
        return writer
    }

    private static func line(
        _ caller: Caller, _ text: String = "line"
    ) -> @Sendable (Changes) throws -> String {
        { changes in
            let content: JSONValue = ["msgtype": "m.text", "body": .string(text)]
            return try RoomWriter(changes).append(
                EventDraft("m.room.message", sender: caller.userID, content: content), to: room
            ).eventID
        }
    }

    private static func levels(eventsDefault: Int64, room level: Int64 = 50) -> @Sendable (Changes) throws -> String {
        { changes in
            let content: JSONValue = [
                "users": [ana.userID: 100], "events_default": .integer(eventsDefault),
                "notifications": ["room": .integer(level)],
            ]
            return try RoomWriter(changes).append(
                EventDraft("m.room.power_levels", stateKey: "", sender: ana.userID, content: content), to: room
            ).eventID
        }
    }

    private static func member(
        _ user: String, _ membership: String, by caller: Caller
    ) -> @Sendable (Changes) throws -> String {
        { changes in
            try RoomWriter(changes).append(
                EventDraft(
                    "m.room.member", stateKey: user, sender: caller.userID,
                    content: ["membership": .string(membership)]), to: room
            ).eventID
        }
    }
}

extension Result {
    fileprivate var isDone: Bool {
        switch self {
        case .success: true
        case .failure: false
        }
    }
}
