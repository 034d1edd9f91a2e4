import Conversations
import GRDB
import MatrixAPI
import MatrixClient
import Testing

@testable import Messenger
@testable import Storage

@MainActor
@Suite(.timeLimit(.minutes(1))) struct SyncIntakeTests {
    /// Takes the slices that are told.
    private final class Listener: EventRouter {
        private(set) var firsts: [Bool] = []

        func route(_ event: SyncEvent) {
            if case .received(_, let isFirstSync) = event { firsts.append(isFirstSync) }
        }
    }

    private final class Troubles: EventRouter {
        private(set) var problems: [FailureReason?] = []

        func route(_ event: ConnectionEvent) {
            if case .storageProblem(let problem) = event { problems.append(problem) }
        }
    }

    @Test func aDiskThatCantBeReadForAWhileMakesItNoFirstSync() async throws {
        let database = try ProfileDatabase.inMemory()
        let writer = database.access.writer
        _ = try await database.sync.apply(SyncSlice(changes: [], token: "s1"))
        let (queue, listener, troubles) = (EventQueue(), Listener(), Troubles())
        queue.add(listener)
        queue.add(troubles)
        queue.open()
        try await writer.write { try $0.execute(sql: "ALTER TABLE settings RENAME TO hidden") }
        let intake = SyncIntake(
            store: database.sync, userID: Story.ana, queue: queue,
            clock: LoopClock(now: { 0 }) { _ in
                try await writer.write { try $0.execute(sql: "ALTER TABLE hidden RENAME TO settings") }
            })
        let response = try #require(SyncResponse(json: ["next_batch": "s2"]))
        #expect(await intake.take(response))
        #expect(listener.firsts == [false])
        #expect(troubles.problems.count == 2 && troubles.problems.last == .some(nil))
        #expect(try database.sync.token() == "s2")
    }
}
