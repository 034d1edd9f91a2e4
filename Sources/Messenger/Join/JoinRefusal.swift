import ViewModels

/// Why somebody is not in a chat that they wanted to join.
package enum JoinRefusal: Error, Hashable, Sendable {
    case notFound
    /// Only who is invited comes in, as far as one may know.
    case needsInvitation
    /// Those who are in it may be asked.
    case takesKnocks
    case other(FailureReason)

    /// One line, which may hold text from outside.
    package func text(_ address: RoomAddress) -> String {
        switch self {
        case .notFound: .words("join.not-found", ["chat": address.name])
        case .needsInvitation: .words("join.needs-invitation", ["chat": address.name])
        case .takesKnocks: .words("join.takes-knocks", ["chat": address.name])
        case .other(let reason): .words("join.refused", ["chat": address.name, "reason": reason.text])
        }
    }
}
