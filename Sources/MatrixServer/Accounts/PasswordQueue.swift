import Dispatch
import MatrixAPI
import Synchronization

/// Runs scrypt, one password at a time, on a queue of its own: it takes half a second and 128 MB.
final class PasswordQueue: Sendable {
    private static let longest = 16
    private let queue = DispatchQueue(label: "confab.server.passwords")
    private let waiting = Mutex(0)
    private let workFactor: Int

    init(workFactor: Int) { self.workFactor = workFactor }

    func hash(_ password: String) async throws -> PasswordHash {
        let workFactor = workFactor
        return try await run { try PasswordHash.make(password, workFactor: workFactor) }
    }

    /// Takes as long for an account that doesn't exist (`nil`) as for one that does.
    func matches(_ password: String, _ stored: PasswordHash?) async throws -> Bool {
        let workFactor = workFactor
        return try await run {
            guard let stored else {
                _ = try PasswordHash.make(password, workFactor: workFactor)
                return false
            }
            return try stored.matches(password)
        }
    }

    private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let isAccepted = waiting.withLock { waiting in
            guard waiting < PasswordQueue.longest else { return false }
            waiting += 1
            return true
        }
        guard isAccepted else { throw Refusal.limited(milliseconds: 5000) }
        defer { waiting.withLock { $0 -= 1 } }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}
