import MatrixClient

/// The reason that devices were not listed or changed.
enum DevicesProblem: Hashable, Sendable {
    case notListed(FailureReason)
    case notRenamed(FailureReason)
    case notLoggedOut(FailureReason)
    /// The server doesn't accept just a password, and names no page for another proof.
    case needsBrowser
}
