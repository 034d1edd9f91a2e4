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

    /// With a disk that can't be read until it was waited for.
    private func intakeOfHiddenSettings() async throws -> SyncIntake {
        let writer = database.access.writer
        try await writer.write { try $0.execute(sql: "ALTER TABLE settings RENAME TO hidden") }
        return SyncIntake(
            store: database.sync, userID: Story.ana, queue: queue,
            clock: LoopClock(now: { 0 }) { _ in
                try await writer.write { try $0.execute(sql: "ALTER TABLE hidden RENAME TO settings") }
            })
    }

    @Test func aDiskThatCantBeReadForAWhileMakesItNoFirstSync() async throws {
        let intake = try await intakeOfHiddenSettings()
        let response = try #require(SyncResponse(json: ["next_batch": "s2"]))
        #expect(await intake.take(response))
        #expect(listener.firsts == [false])
        #expect(troubles.problems.count == 2 && troubles.problems.last == .some(nil))
        #expect(try database.sync.token() == "s2")
    }

    @Test func aDiskThatCantBeReadForAWhileLetsTheSyncGoOnWhereItWas() async throws {
        let intake = try await intakeOfHiddenSettings()
        #expect(await intake.lastToken() == "s1")
        #expect(troubles.problems.count == 2 && troubles.problems.last == .some(nil))
    }
}
