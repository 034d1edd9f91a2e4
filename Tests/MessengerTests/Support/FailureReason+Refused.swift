import MatrixAPI
import MatrixClient

@testable import Engine

extension FailureReason {
    /// Returns a refusal by the server with its own text: `The server doesn't allow it (no)`.
    static func refused(_ said: String = "no") -> FailureReason {
        .server(.matrix(MatrixError(.forbidden, said), status: 403, retryAfterMilliseconds: nil))
    }
}
