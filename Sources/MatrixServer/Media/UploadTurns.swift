import Synchronization

/// Counts the uploads that are under way: an account has a few at a time, and so has the server.
final class UploadTurns: Sendable {
    private let limits: ServerLimits
    private let counts = Mutex<[String: Int]>([:])

    init(_ limits: ServerLimits) { self.limits = limits }

    /// - Throws: where there are too many already.
    func begin(_ user: String) throws(Refusal) {
        let isAllowed = counts.withLock { counts in
            let all = counts.values.reduce(0, +)
            guard counts[user, default: 0] < limits.uploadsPerAccount, all < limits.uploads else { return false }
            counts[user, default: 0] += 1
            return true
        }
        guard isAllowed else { throw .limited(milliseconds: 5_000) }
    }

    func end(_ user: String) {
        counts.withLock { counts in
            let rest = counts[user, default: 1] - 1
            counts[user] = rest == 0 ? nil : rest
        }
    }
}
