package import MatrixClient
import ViewModels

/// Whether a login is missing where somebody wants to log in who is logged in as far as this device knows: a session may have ended of
/// which nobody heard yet.
package enum LoginNeed: Hashable, Sendable {
    case isMissing
    /// The server is asked.
    case isAsked
    /// The server knows the session.
    case isNotMissing
    /// The server could not be asked.
    case isUnknown(MatrixClientError)

    /// What is said of it in the form; `nil` where there is nothing to say, or not yet.
    var text: String? {
        switch self {
        case .isMissing, .isAsked: nil
        case .isNotMissing: .words("login.is-not-missing")
        case .isUnknown(let error): error.message
        }
    }
}
