/// Whether a login is missing where somebody wants to log in who is logged in as far as this device knows: a session may have ended of
/// which nobody heard yet.
package enum LoginNeed: Hashable, Sendable {
    case isMissing
    /// The server is asked.
    case isAsked
    /// The server knows the session.
    case isNotMissing
    /// The server could not be asked.
    case isUnknown
}
