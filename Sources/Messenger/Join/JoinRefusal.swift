import ViewModels

/// The reason why a join failed.
package enum JoinRefusal: Error, Hashable, Sendable {
    case notFound
    /// Only invited people can join, as far as the server tells.
    case needsInvitation
    /// The chat accepts knocks.
    case takesKnocks
    case other(FailureReason)

    /// Returns the error message in one line. It may contain text from the server.
    package func text(_ address: RoomAddress) -> String {
        switch self {
        case .notFound: .words("join.not-found", ["chat": address.name])
        case .needsInvitation: .words("join.needs-invitation", ["chat": address.name])
        case .takesKnocks: .words("join.takes-knocks", ["chat": address.name])
        case .other(let reason): .words("join.refused", ["chat": address.name, "reason": reason.text])
        }
    }
}
