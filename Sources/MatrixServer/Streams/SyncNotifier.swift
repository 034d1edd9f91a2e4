import NIOCore
import NIOPosix
import Synchronization

/// Wakes the tasks that wait for something new for a user.
///
/// Each call of ``wake(_:)`` increases the versions of the given users. A listener reads its user's version before it
/// reads the database, and then waits for a later version. Otherwise it would miss a commit between the two. A waiter
/// costs a continuation and, with a deadline, a timer that runs once: there may be thousands.
final class SyncNotifier: Sendable {
    private enum Waiter {
        /// The wait has begun, but there is nothing to resume yet. It may be ended already.
        case beginning
        case waiting(@Sendable () -> Void)
    }

    private struct State {
        var versions: [String: UInt64] = [:]
        var waiting: [String: [UInt64: Waiter]] = [:]
        var nextWait: UInt64 = 0
        var isClosed = false

        mutating func remove(_ wait: UInt64, of user: String) -> Waiter? {
            let waiter = waiting[user]?.removeValue(forKey: wait)
            if waiting[user]?.isEmpty == true { waiting[user] = nil }
            return waiter
        }
    }

    private let state = Mutex(State())

    func version(of user: String) -> UInt64 { state.withLock { $0.versions[user] ?? 0 } }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The number of waiters.
    var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    func wake(_ users: some Collection<String>) {
        let waiters = state.withLock { state in
            users.flatMap { user in
                state.versions[user, default: 0] += 1
                return state.waiting.removeValue(forKey: user).map { Array($0.values) } ?? []
            }
        }
        waiters.forEach(resume)
    }

    /// Wakes all waiters.
    func wakeAll() { wake(state.withLock { Array($0.waiting.keys) }) }

    /// Ends all waits, now and later, because the server stops.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            let all = state.waiting.values.flatMap(\.values)
            state.waiting = [:]
            return all
        }
        waiters.forEach(resume)
    }

    /// Returns once the server stops, the task is cancelled, or the time is over.
    func waitForClose(atMost time: Duration) async { await wait(for: "", after: .max, atMost: time) }

    /// Returns once the user's version (``version(of:)``) is later than `version`, the task is cancelled, the time is
    /// over, or the server stops.
    ///
    /// - Parameters:
    ///   - rest: The longest wait; `nil` has no limit.
    ///   - client: The client whose disconnection ends the wait as well.
    func wait(
        for user: String, after version: UInt64, atMost rest: Duration? = nil, of client: ClientPresence? = nil
    ) async {
        let wait = begin(user)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                call(wait, for: user, after: version, atMost: rest, of: client) { continuation.resume() }
            }
        } onCancel: {
            end(wait, of: user)
        }
    }

    /// Calls `action` once the user's version is later than `version`, the client disconnects, the time is over, or
    /// the server stops. It runs on any thread, or at once. No task is kept while waiting.
    func call(
        for user: String, after version: UInt64, atMost rest: Duration, of client: ClientPresence?,
        _ action: @escaping @Sendable () -> Void
    ) {
        call(begin(user), for: user, after: version, atMost: rest, of: client, action)
    }

    private func call(
        _ wait: UInt64, for user: String, after version: UInt64, atMost rest: Duration?, of client: ClientPresence?,
        _ action: @escaping @Sendable () -> Void
    ) {
        let timer = rest.map { rest in
            MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: TimeAmount(rest)) { self.end(wait, of: user) }
        }
        client?.whenGone { self.end(wait, of: user) }
        let finish: @Sendable () -> Void = {
            client?.whenGone(nil)
            timer?.cancel()
            action()
        }
        let isOver = state.withLock { state in
            let isNew = state.isClosed || state.versions[user] ?? 0 > version || Task.isCancelled
            guard !isNew, state.waiting[user]?[wait] != nil else {
                _ = state.remove(wait, of: user)
                return true
            }
            state.waiting[user]?[wait] = .waiting(finish)
            return false
        }
        if isOver { finish() }
    }

    private func begin(_ user: String) -> UInt64 {
        state.withLock { state in
            state.nextWait += 1
            state.waiting[user, default: [:]][state.nextWait] = .beginning
            return state.nextWait
        }
    }

    private func end(_ wait: UInt64, of user: String) {
        if let waiter = state.withLock({ $0.remove(wait, of: user) }) { resume(waiter) }
    }

    private func resume(_ waiter: Waiter) {
        switch waiter {
        case .beginning: return
        case .waiting(let finish): finish()
        }
    }
}
