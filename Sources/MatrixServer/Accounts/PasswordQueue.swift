import Dispatch
import Synchronization

/// Runs scrypt, one password at a time, on its own queue, since each run takes half a second and up to 128 MB.
/// ``LoginLimiter`` bounds the number of waiting passwords.
final class PasswordQueue: Sendable {
    private struct State {
        var turns = PasswordTurns<@Sendable () -> Void>()
        var isRunning = false
    }

    private let queue = DispatchQueue(label: "confab.server.passwords")
    private let state = Mutex(State())
    private let workFactor: Int

    init(workFactor: Int) { self.workFactor = workFactor }

    func hash(_ password: String, _ attempt: LoginTry) async throws -> PasswordHash {
        let workFactor = workFactor
        return try await run(attempt) { try PasswordHash.make(password, workFactor: workFactor) }
    }

    /// Checks a password. It takes as long for an account that doesn't exist (`nil`) as for one that does.
    func matches(_ password: String, _ stored: PasswordHash?, _ attempt: LoginTry) async throws -> Bool {
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
        _ attempt: LoginTry, _ work: @escaping @Sendable () throws -> Value
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
