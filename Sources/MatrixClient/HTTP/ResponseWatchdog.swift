import Synchronization

/// Detects a silent server, based on the time in which a working server would have responded. Without a pending
/// request it sets no timer, so that an idle program is not woken up.
package final class ResponseWatchdog: Sendable {
    package enum Finding: Sendable, Hashable {
        /// Nothing arrived for this number of milliseconds.
        case silent(milliseconds: Int64)
        case received
        /// The machine slept while a response was pending, so connections may be dead.
        case resumed
    }

    private struct State {
        /// The time from which on a response may be expected, by the number of the request.
        var due: [Int: Int64] = [:]
        var count = 0
        var isSilent = false
        var alarm: (time: Int64, task: Task<Void, Never>)?
        var tell: @Sendable (Finding) -> Void = { _ in }
    }

    /// The tolerated silence in milliseconds.
    static let patience: Int64 = 10_000

    private let clock: LoopClock
    private let state = Mutex(State())

    package init(clock: LoopClock = .continuous) {
        self.clock = clock
    }

    /// - Parameter tell: called in order, on any thread.
    package func listen(_ tell: @escaping @Sendable (Finding) -> Void) {
        state.withLock { $0.tell = tell }
    }

    /// - Parameter milliseconds: the time for which a working server may hold the request.
    /// - Returns: the number for ``end(_:)``.
    func begin(holds milliseconds: Int64) -> Int {
        state.withLock { state in
            state.count += 1
            state.due[state.count] = clock.now() + milliseconds
            setAlarm(&state)
            return state.count
        }
    }

    /// Reports that the request has ended in any way.
    func end(_ number: Int) {
        state.withLock { state in
            state.due[number] = nil
            setAlarm(&state)
        }
    }

    /// Reports data from the server. The timeouts of other pending requests restart.
    func reportData() {
        state.withLock { state in
            let now = clock.now()
            state.due = state.due.mapValues { max($0, now) }
            if state.isSilent {
                state.isSilent = false
                state.tell(.received)
            }
            setAlarm(&state)
        }
    }

    /// Reports silence that a caller has measured by its own timer.
    func fallSilent(milliseconds: Int64) {
        state.withLock { state in
            guard !state.isSilent else { return }
            state.isSilent = true
            state.tell(.silent(milliseconds: milliseconds))
            setAlarm(&state)
        }
    }

    private func setAlarm(_ state: inout State) {
        let time = state.isSilent ? nil : state.due.values.min().map { $0 + Self.patience }
        guard time != state.alarm?.time else { return }
        state.alarm?.task.cancel()
        state.alarm = time.map { time in
            let wait = max(time - clock.now(), 0)
            let task = Task { [weak self, clock] in
                do { try await clock.sleep(wait) } catch { return }
                self?.ring(time)
            }
            return (time, task)
        }
    }

    private func ring(_ time: Int64) {
        state.withLock { state in
            guard state.alarm?.time == time else { return }
            state.alarm = nil
            let now = clock.now()
            guard now - time <= Self.patience else {
                // This machine slept, so the timeouts start again.
                state.due = state.due.mapValues { max($0, now) }
                state.tell(.resumed)
                return setAlarm(&state)
            }
            state.isSilent = true
            state.tell(.silent(milliseconds: now - time + Self.patience))
        }
    }
}
