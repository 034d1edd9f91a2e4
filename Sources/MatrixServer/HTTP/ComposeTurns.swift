import Synchronization

/// Gives turns to answers that take long to compose: few at a time, one of each account, and accounts one after another.
///
/// Short answers and changes need no turn, so that somebody who asks for long ones all the time takes one reader of the database and
/// one processor at most.
final class ComposeTurns: Sendable {
    private struct State {
        var busy: Set<String> = []
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
        /// Accounts with something waiting, each once.
        var order: [String] = []

        mutating func next(within most: Int) -> CheckedContinuation<Void, Never>? {
            guard busy.count < most, let place = order.firstIndex(where: { !busy.contains($0) }) else { return nil }
            let user = order.remove(at: place)
            guard var waiting = self.waiting[user], !waiting.isEmpty else { return nil }
            let next = waiting.removeFirst()
            self.waiting[user] = waiting.isEmpty ? nil : waiting
            if !waiting.isEmpty { order.append(user) }
            busy.insert(user)
            return next
        }
    }

    private let atATime: Int
    private let mostWaiting: Int
    private let state = Mutex(State())

    /// - Parameter mostWaiting: of one account.
    init(atATime: Int, mostWaiting: Int) {
        self.atATime = atATime
        self.mostWaiting = mostWaiting
    }

    /// How many have their turn now.
    var runningCount: Int { state.withLock { $0.busy.count } }

    /// How many wait for their turn now.
    var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// - Throws: a ``Refusal`` where too many of the account wait already, and what `work` throws.
    func run<Value>(for user: String, _ work: () async throws -> Value) async throws -> Value {
        try await begin(user)
        defer { end(user) }
        return try await work()
    }

    private func begin(_ user: String) async throws {
        guard state.withLock({ ($0.waiting[user]?.count ?? 0) < mostWaiting }) else {
            throw Refusal.limited(milliseconds: 2_000)
        }
        await withCheckedContinuation { continuation in
            let next = state.withLock { state in
                if state.waiting[user] == nil { state.order.append(user) }
                state.waiting[user, default: []].append(continuation)
                return state.next(within: atATime)
            }
            next?.resume()
        }
    }

    private func end(_ user: String) {
        let next = state.withLock { state in
            state.busy.remove(user)
            return state.next(within: atATime)
        }
        next?.resume()
    }
}
