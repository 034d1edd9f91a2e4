import Synchronization

/// Counts the bytes of request bodies from before they are read until their requests are answered, since what is parsed of a body takes
/// many times its bytes.
///
/// Each account has a share, so that somebody with thousands of connections takes their own alone. A short body needs room in that
/// alone, so that several who send long ones slowly keep nobody from writing.
final class BodyBudget: Sendable {
    private static let shortBody = 4 << 10

    /// Holds a body's bytes until it is gone.
    final class Share: Sendable {
        private let budget: BodyBudget
        private let user: String
        private let bytes: Int

        fileprivate init(_ budget: BodyBudget, _ user: String, _ bytes: Int) {
            self.budget = budget
            self.user = user
            self.bytes = bytes
        }

        deinit { budget.release(bytes, of: user) }
    }

    private struct State {
        var all = 0
        var accounts: [String: Int] = [:]
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Bytes that are held now.
    var held: Int { state.withLock { $0.all } }

    /// - Throws: a ``Refusal`` where too much of the account, or of all, is under way.
    func hold(_ bytes: Int, of user: String) throws(Refusal) -> Share? {
        guard bytes > 0 else { return nil }
        let isAllowed = state.withLock { state in
            let own = state.accounts[user, default: 0]
            let hasRoom = bytes <= Self.shortBody || state.all + bytes <= limits.bodyBytes
            guard hasRoom, own + bytes <= limits.bodyBytesPerAccount else { return false }
            state.accounts[user] = own + bytes
            state.all += bytes
            return true
        }
        guard isAllowed else { throw .limited(milliseconds: 1_000) }
        return Share(self, user, bytes)
    }

    private func release(_ bytes: Int, of user: String) {
        state.withLock { state in
            state.all -= bytes
            let rest = state.accounts[user, default: bytes] - bytes
            state.accounts[user] = rest == 0 ? nil : rest
        }
    }
}
