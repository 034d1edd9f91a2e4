import MatrixAPI
import MatrixClient

@testable import Messenger

extension FailureReason {
    /// The server forbids it, and says so in its own words: `The server doesn't allow it (no)`.
    static func refused(_ said: String = "no") -> FailureReason {
        .server(.matrix(MatrixError(.forbidden, said), status: 403, retryAfterMilliseconds: nil))
    }
}
