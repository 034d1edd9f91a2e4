import MatrixAPI
import Synchronization

/// Slows guessing: an account may fail five times, then once in twelve seconds.
final class LoginLimiter: Sendable {
    private static let burst = 5
    private static let refill: Int64 = 12_000
    /// Moments (milliseconds since 1970) at which an account's failures are forgiven in full.
    private let forgiven = Mutex<[String: Int64]>([:])

    func check(_ account: String, now: Int64 = Timestamp.now) throws(Refusal) {
        let moment = forgiven.withLock { $0[account] } ?? 0
        let excess = moment - now - LoginLimiter.refill * Int64(LoginLimiter.burst - 1)
        if excess > 0 { throw .limited(milliseconds: excess) }
    }

    func failed(_ account: String, now: Int64 = Timestamp.now) {
        forgiven.withLock { forgiven in
            if forgiven.count > 10_000 { forgiven = forgiven.filter { $0.value > now } }
            forgiven[account] = max(forgiven[account] ?? 0, now) + LoginLimiter.refill
        }
    }

    func succeeded(_ account: String) { forgiven.withLock { $0[account] = nil } }
}
