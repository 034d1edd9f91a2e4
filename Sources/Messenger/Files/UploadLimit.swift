import MatrixClient
import Synchronization

/// The most bytes that the server takes of a file, which is asked once.
final class UploadLimit: Sendable {
    private enum State {
        case unknown
        /// `nil`: the server doesn't say.
        case told(Int64?)
    }

    private let state = Mutex(State.unknown)

    /// `nil` as long as nobody knows, or where the server doesn't say.
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
