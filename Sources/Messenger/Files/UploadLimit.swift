import MatrixClient
import Synchronization

/// The server's upload limit in bytes, which is requested once and then cached.
final class UploadLimit: Sendable {
    private enum State {
        case unknown
        /// The server's answer; `nil` if it states no limit.
        case told(Int64?)
    }

    private let state = Mutex(State.unknown)

    /// The limit; `nil` if it hasn't been requested yet or the server states none.
    var known: Int64? {
        state.withLock { state in
            if case .told(let limit) = state { limit } else { nil }
        }
    }

    func find(_ client: HomeserverClient) async throws(MatrixClientError) -> Int64? {
        if case .told(let limit) = state.withLock({ $0 }) { return limit }
        let limit = try await client.uploadLimit()
        state.withLock { $0 = .told(limit) }
        return limit
    }
}
