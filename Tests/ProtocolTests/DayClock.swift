import MatrixClient
import Synchronization

/// A manual clock that advances to the next moment for which a sleeper waits.
final class DayClock: Sendable {
    private struct Sleeper {
        let until: Int64
        let wake: @Sendable () -> Void
    }

    private struct State {
        var now: Int64 = 0
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let state = Mutex(State())

    var now: Int64 { state.withLock { $0.now } }

    /// The number of sleepers.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// A clock for sleeping loops.
    var loopClock: LoopClock {
        LoopClock(now: { self.now }, sleep: { try await self.sleep($0) })
    }

    /// Calls the body after this many milliseconds.
    func after(_ milliseconds: Int64, _ wake: @escaping @Sendable () -> Void) {
        state.withLock { add(Sleeper(until: $0.now + milliseconds, wake: wake), to: &$0) }
    }

    /// Advances to the next moment for which a sleeper waits, at most to `limit`, and wakes the sleepers.
    func goOn(until limit: Int64) {
        let due = state.withLock { state in
            let moment = min(state.sleepers.values.map(\.until).min() ?? limit, limit)
            state.now = max(state.now, moment)
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.sorted { $0.key < $1.key }.map(\.value)
        }
        for sleeper in due { sleeper.wake() }
    }

    private func sleep(_ milliseconds: Int64) async throws {
        let (waking, wake) = AsyncStream.makeStream(of: Void.self)
        after(milliseconds) { wake.finish() }
        // This loop ends when the task is cancelled, too.
        for await _ in waking {}
        try Task.checkCancellation()
    }

    private func add(_ sleeper: Sleeper, to state: inout State) {
        state.next += 1
        state.sleepers[state.next] = sleeper
    }
}
