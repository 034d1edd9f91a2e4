import MatrixClient

/// Why devices are not listed, or not as somebody asked.
enum DevicesProblem: Hashable, Sendable {
    case notListed(FailureReason)
    case notRenamed(FailureReason)
    case notLoggedOut(FailureReason)
    /// The server believes in something else than a password alone, and names no page for it.
    case needsBrowser
}
