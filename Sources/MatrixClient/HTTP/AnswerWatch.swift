import Synchronization

/// Tells where nothing comes from the server though a living one would have answered by now. Without a request that is awaited it
/// does nothing, so that a program at rest is not woken by it.
package final class AnswerWatch: Sendable {
    package enum Finding: Sendable, Hashable {
        /// Nothing came for so many milliseconds.
        case silent(milliseconds: Int64)
        case heard
        /// The machine slept while an answer was awaited: connections may be dead.
        case resumed
    }

    private struct State {
        /// From when on an answer may be awaited, by the number of the request.
        var due: [Int: Int64] = [:]
        var count = 0
        var isSilent = false
        var alarm: (time: Int64, task: Task<Void, Never>)?
        var tell: @Sendable (Finding) -> Void = { _ in }
    }

    /// Silence up to so many milliseconds is none.
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

    /// - Parameter milliseconds: how long a server that lives may hold the request back.
    /// - Returns: the number to ``end(_:)`` it by.
    func begin(holds milliseconds: Int64) -> Int {
        state.withLock { state in
            state.count += 1
            state.due[state.count] = clock.now() + milliseconds
            setAlarm(&state)
            return state.count
        }
    }

    /// The request is over, however it ended.
    func end(_ number: Int) {
        state.withLock { state in
            state.due[number] = nil
            setAlarm(&state)
        }
    }

    /// Something came from the server: what else is awaited has time again.
    func heard() {
        state.withLock { state in
            let now = clock.now()
            state.due = state.due.mapValues { max($0, now) }
            if state.isSilent {
                state.isSilent = false
                state.tell(.heard)
            }
            setAlarm(&state)
        }
    }

    /// Of somebody who counts the silence by a timer of their own.
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
                // It was this machine that slept: the server has its time again.
                state.due = state.due.mapValues { max($0, now) }
                state.tell(.resumed)
                return setAlarm(&state)
            }
            state.isSilent = true
            state.tell(.silent(milliseconds: now - time + Self.patience))
        }
    }
}
