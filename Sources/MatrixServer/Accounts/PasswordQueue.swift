import Dispatch
import Synchronization

/// Runs scrypt, one password at a time, on its own queue, since each run takes half a second and up to 128 MB.
/// ``LoginLimiter`` bounds the number of waiting passwords.
final class PasswordQueue: Sendable {
    private struct State {
        var turns = FairPasswordQueue<@Sendable () -> Void>()
        var isRunning = false
    }

    private let queue = DispatchQueue(label: "confab.server.passwords")
    private let state = Mutex(State())
    private let workFactor: Int

    init(workFactor: Int) { self.workFactor = workFactor }

    func hash(_ password: String, _ attempt: LoginAttempt) async throws -> PasswordHash {
        let workFactor = workFactor
        return try await run(attempt) { try PasswordHash.make(password, workFactor: workFactor) }
    }

    /// Checks a password. It takes as long for an account that doesn't exist (`nil`) as for one that does.
    func matches(_ password: String, _ stored: PasswordHash?, _ attempt: LoginAttempt) async throws -> Bool {
        let workFactor = workFactor
        return try await run(attempt) {
            guard let stored else {
                _ = try PasswordHash.make(password, workFactor: workFactor)
                return false
            }
            return try stored.matches(password)
        }
    }

    private func run<Value: Sendable>(
        _ attempt: LoginAttempt, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            state.withLock { state in
                state.turns.append({ continuation.resume(with: Result { try work() }) }, attempt)
            }
            runNext(after: false)
        }
    }

    /// - Parameter isLater: Whether the previous job has ended.
    private func runNext(after isLater: Bool) {
        let next = state.withLock { state -> (@Sendable () -> Void)? in
            guard isLater || !state.isRunning else { return nil }
            let next = state.turns.next()
            state.isRunning = next != nil
            return next
        }
        guard let next else { return }
        queue.async {
            next()
            self.runNext(after: true)
        }
    }
}

/// The order in which passwords are checked. Known clients and others alternate; within each, addresses alternate,
/// and within an address, accounts. A client that sends many attempts delays only itself.
struct FairPasswordQueue<Work> {
    /// A queue that is first come, first served within a key, and serves the keys in turn.
    private struct Line<Key: Hashable, Element> {
        private var elements: [Key: Element] = [:]
        private var order: [Key] = []

        var isEmpty: Bool { order.isEmpty }

        /// - Parameter change: Makes the key's element from its present element.
        mutating func put(_ key: Key, _ change: (inout Element?) -> Void) {
            if elements[key] == nil { order.append(key) }
            change(&elements[key])
        }

        /// - Parameter take: Takes from the key's element, and sets it to `nil` if nothing is left.
        mutating func next<Taken>(_ take: (inout Element?) -> Taken?) -> Taken? {
            guard !order.isEmpty else { return nil }
            let key = order.removeFirst()
            let taken = take(&elements[key])
            if elements[key] != nil { order.append(key) }
            return taken
        }
    }

    private typealias Accounts = Line<String, [Work]>

    private var known = Line<Peer, Accounts>()
    private var others = Line<Peer, Accounts>()
    private var wasKnown = false

    mutating func append(_ work: Work, _ attempt: LoginAttempt) {
        if attempt.isKnown {
            FairPasswordQueue.append(work, attempt, to: &known)
        } else {
            FairPasswordQueue.append(work, attempt, to: &others)
        }
    }

    mutating func next() -> Work? {
        wasKnown = known.isEmpty ? false : others.isEmpty || !wasKnown
        return wasKnown ? FairPasswordQueue.next(of: &known) : FairPasswordQueue.next(of: &others)
    }

    private static func append(_ work: Work, _ attempt: LoginAttempt, to line: inout Line<Peer, Accounts>) {
        line.put(attempt.peer) { accounts in
            var changed = accounts ?? Accounts()
            changed.put(attempt.account) { $0 = ($0 ?? []) + [work] }
            accounts = changed
        }
    }

    private static func next(of line: inout Line<Peer, Accounts>) -> Work? {
        line.next { accounts in
            let work = accounts?.next { works -> Work? in
                let first = works?.removeFirst()
                if works?.isEmpty == true { works = nil }
                return first
            }
            if accounts?.isEmpty == true { accounts = nil }
            return work
        }
    }
}
