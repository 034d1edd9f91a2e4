package import MatrixClient
import ViewModels

/// Whether a login is needed. The device may believe that it is logged in although the session has ended, so the
/// server is asked.
package enum LoginNeed: Hashable, Sendable {
    case isMissing
    /// The server was asked and hasn't answered yet.
    case isAsked
    /// The server knows the session.
    case isNotMissing
    /// The server could not be reached.
    case isUnknown(MatrixClientError)

    /// The message in the form; `nil` if there is nothing to say, or not yet.
    var text: String? {
        switch self {
        case .isMissing, .isAsked: nil
        case .isNotMissing: .words("login.is-not-missing")
        case .isUnknown(let error): error.message
        }
    }
}
