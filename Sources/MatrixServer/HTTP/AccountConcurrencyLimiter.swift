import Synchronization

/// Limits the work that runs at the same time, in total and for each account. Waiting accounts are served one after the
/// other.
///
/// An account that sends many requests therefore delays its own, and others only by a few.
final class AccountConcurrencyLimiter: Sendable {
    private struct State {
        var runningCount = 0
        var running: [String: Int] = [:]
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
        /// The accounts with waiting work, each once.
        var order: [String] = []
    }

    private let atATime: Int
    private let perAccount: Int
    private let maxWaiting: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - atATime: The maximum number of requests that run at the same time; 1 or more.
    ///   - perAccount: The same maximum for each account; 1 or more.
    ///   - maxWaiting: The maximum number of waiting requests of one account.
    init(atATime: Int, perAccount: Int = 1, maxWaiting: Int = .max) {
        (self.atATime, self.perAccount, self.maxWaiting) = (atATime, perAccount, maxWaiting)
    }

    /// The number of requests that run now.
    var runningCount: Int { state.withLock { $0.runningCount } }

    /// The number of requests that wait for a turn.
    var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Runs `work` when it is the account's turn.
    ///
    /// - Throws: An ``EndpointError`` if too many requests of the account wait already, and any error of `work`.
    func run<Value>(for user: String, _ work: () async throws -> Value) async throws -> Value {
        try await begin(user)
        defer { end(user) }
        return try await work()
    }

    private func begin(_ user: String) async throws {
        let hasTurn = try state.withLock { state throws(EndpointError) in
            if state.runningCount < atATime, state.running[user, default: 0] < perAccount, state.waiting[user] == nil {
                count(user, &state)
                return true
            }
            guard (state.waiting[user]?.count ?? 0) < maxWaiting else { throw .limited(milliseconds: 2_000) }
            return false
        }
        guard !hasTurn else { return }
        await withCheckedContinuation { continuation in
            let begun = state.withLock { state in
                if state.waiting[user] == nil { state.order.append(user) }
                state.waiting[user, default: []].append(continuation)
                return takeNext(&state)
            }
            begun?.resume()
        }
    }

    private func end(_ user: String) {
        let begun = state.withLock { state in
            let rest = state.running[user, default: 1] - 1
            state.running[user] = rest == 0 ? nil : rest
            state.runningCount -= 1
            return takeNext(&state)
        }
        begun?.resume()
    }

    private func count(_ user: String, _ state: inout State) {
        state.running[user, default: 0] += 1
        state.runningCount += 1
    }

    private func takeNext(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard state.runningCount < atATime,
            let place = state.order.firstIndex(where: { state.running[$0, default: 0] < perAccount })
        else { return nil }
        let user = state.order.remove(at: place)
        guard var waiting = state.waiting[user], !waiting.isEmpty else { return nil }
        let next = waiting.removeFirst()
        state.waiting[user] = waiting.isEmpty ? nil : waiting
        if !waiting.isEmpty { state.order.append(user) }
        count(user, &state)
        return next
    }
}
