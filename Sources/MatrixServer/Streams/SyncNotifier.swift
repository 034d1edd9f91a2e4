import Synchronization

/// Wakes those who wait for something new for a user.
///
/// A listener takes the user's version before it reads the database, and waits for a later one: what is committed between
/// the two is not missed.
final class SyncNotifier: Sendable {
    private struct State {
        var versions: [String: UInt64] = [:]
        var waiting: [String: [UInt64: CheckedContinuation<Void, Never>]] = [:]
        var nextWait: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    func version(of user: String) -> UInt64 { state.withLock { $0.versions[user] ?? 0 } }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func wake(_ users: some Collection<String>) {
        let continuations = state.withLock { state in
            users.flatMap { user in
                state.versions[user, default: 0] += 1
                return state.waiting.removeValue(forKey: user).map { Array($0.values) } ?? []
            }
        }
        for continuation in continuations { continuation.resume() }
    }

    /// Wakes everybody who waits.
    func wakeAll() { wake(state.withLock { Array($0.waiting.keys) }) }

    /// Lets everybody go, now and later: the server stops.
    func close() {
        let continuations = state.withLock { state in
            state.isClosed = true
            let all = state.waiting.values.flatMap(\.values)
            state.waiting = [:]
            return all
        }
        for continuation in continuations { continuation.resume() }
    }

    /// Returns once the server stops, the task is cancelled, or the time is over.
    func waitForClose(atMost time: Duration) async { await wait(for: "", after: .max, atMost: time) }

    /// As ``wait(for:after:)``, but not longer than `rest`.
    func wait(for user: String, after version: UInt64, atMost rest: Duration) async {
        let wait = Task { await self.wait(for: user, after: version) }
        let timer = Task {
            try await Task.sleep(for: rest)
            wait.cancel()
        }
        await withTaskCancellationHandler {
            await wait.value
        } onCancel: {
            wait.cancel()
        }
        timer.cancel()
    }

    /// Returns once the user's version is later than `version`, the task is cancelled, or the server stops.
    func wait(for user: String, after version: UInt64) async {
        let wait = state.withLock { state in
            state.nextWait += 1
            return state.nextWait
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isClosed || state.versions[user] ?? 0 > version || Task.isCancelled { return true }
                    state.waiting[user, default: [:]][wait] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                let continuation = state.waiting[user]?.removeValue(forKey: wait)
                if state.waiting[user]?.isEmpty == true { state.waiting[user] = nil }
                return continuation
            }?.resume()
        }
    }
}
