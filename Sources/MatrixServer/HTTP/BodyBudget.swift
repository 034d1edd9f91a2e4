import Synchronization

/// Counts the bytes of request bodies from before they are read until their requests are answered, since a parsed
/// body takes many times its bytes.
///
/// Each account has a share, so that an account with thousands of connections uses up only its own. A short body
/// counts only against that share, so that slow senders of long bodies keep no others from writing.
final class BodyBudget: Sendable {
    private static let shortBody = 4 << 10

    /// Reserves a body's bytes until it is released.
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

    /// The reserved bytes.
    var held: Int { state.withLock { $0.all } }

    /// - Throws: An ``EndpointError`` if the account, or all accounts together, have reserved too much.
    func reserve(_ bytes: Int, of user: String) throws(EndpointError) -> Share? {
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
