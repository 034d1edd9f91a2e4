import Conversations
import GRDB
import MatrixAPI
import MatrixClient
import Synchronization
import Testing

@testable import Engine
@testable import Storage

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SyncIntakeTests {
    /// Collects the reported slices.
    private final class Listener: EventRouter {
        private(set) var firsts: [Bool] = []
        private(set) var received: [AppliedSlice] = []

        func route(_ event: SyncEvent) {
            guard case .received(let applied, let isFirstSync) = event else { return }
            firsts.append(isFirstSync)
            received.append(applied)
        }
    }

    private final class Troubles: EventRouter {
        private(set) var problems: [FailureReason?] = []

        func route(_ event: ConnectionEvent) {
            if case .storageProblem(let problem) = event { problems.append(problem) }
        }
    }

    private let database: ProfileDatabase
    private let queue = EventQueue()
    private let listener = Listener()
    private let troubles = Troubles()

    init() async throws {
        database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(SyncSlice(changes: [], token: "s1"))
        queue.add(listener)
        queue.add(troubles)
        queue.open()
    }

    /// Returns an intake whose disk can't be read until the caller waited for it.
    private func intakeOfHiddenSettings() async throws -> SyncIntake {
        let writer = database.access.writer
        try await writer.write { try $0.execute(sql: "ALTER TABLE settings RENAME TO hidden") }
        return SyncIntake(
            store: database.sync, userID: Story.ana, queue: queue,
            clock: LoopClock(now: { 0 }) { _ in
                try await writer.write { try $0.execute(sql: "ALTER TABLE hidden RENAME TO settings") }
            })
    }

    @Test func temporaryReadFailureDoesNotCauseFirstSync() async throws {
        let intake = try await intakeOfHiddenSettings()
        let response = try #require(SyncResponse(json: ["next_batch": "s2"]))
        #expect(await intake.ingest([response]))
        #expect(listener.firsts == [false])
        #expect(troubles.problems.count == 2 && troubles.problems.last == .some(nil))
        #expect(try database.sync.token() == "s2")
    }

    @Test func temporaryReadFailureKeepsSyncToken() async throws {
        let intake = try await intakeOfHiddenSettings()
        #expect(await intake.lastToken() == "s1")
        #expect(troubles.problems.count == 2 && troubles.problems.last == .some(nil))
    }

    @Test func pendingResponsesShareOneCommitAndEvent() async throws {
        let commits = Commits()
        database.access.writer.add(transactionObserver: commits, extent: .databaseLifetime)
        let responses = try (2...6).map { try Self.response(token: "s\($0)", texts: ["\($0) a", "\($0) b"]) }
        #expect(await intake.ingest(responses))
        #expect(listener.received.count == 1)
        #expect(
            listener.received.first?.newMessages[Self.roomID]?.map(\.message.body)
                == (2...6).flatMap { ["\($0) a", "\($0) b"] })
        #expect(listener.received.first?.chats.map(\.id) == [Self.roomID])
        #expect(try database.sync.token() == "s6")
        #expect(commits.count.withLock { $0 } == 1)
    }

    @Test func limitedTimelineStartsNewBatch() async throws {
        let responses = [
            try Self.response(token: "s2", texts: ["before"]),
            try Self.response(token: "s3", texts: ["after"], isLimited: true),
            try Self.response(token: "s4", texts: ["and on"]),
        ]
        #expect(await intake.ingest(responses))
        #expect(
            listener.received.map { $0.newMessages[Self.roomID]?.map(\.message.body) }
                == [["before"], ["after", "and on"]])
    }

    private static let roomID = "!room:x"

    private var intake: SyncIntake {
        SyncIntake(store: database.sync, userID: Story.ana, queue: queue, clock: .continuous)
    }

    private static func response(token: String, texts: [String], isLimited: Bool = false) throws -> SyncResponse {
        let events = texts.map { text -> JSONValue in
            [
                "type": "m.room.message", "event_id": .string("$\(text)"), "sender": "@bo:x",
                "origin_server_ts": 1_795_000_000_000, "content": ["msgtype": "m.text", "body": .string(text)],
            ]
        }
        let timeline: JSONValue = ["events": .array(events), "limited": .bool(isLimited), "prev_batch": "before"]
        let room: JSONValue = ["timeline": timeline]
        return try #require(
            SyncResponse(json: ["next_batch": .string(token), "rooms": ["join": .object([roomID: room])]]))
    }

    private final class Commits: TransactionObserver {
        let count = Mutex(0)

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) { count.withLock { $0 += 1 } }
        func databaseDidRollback(_ db: Database) {}
    }
}
