/// What was refused about a space, or found no way.
package enum SpaceFailure: Hashable, Sendable {
    /// What is part of the space is not known.
    case list(spaceID: String, FailureReason)
    /// One is not in a chat of a space.
    case enter(RoomAddress, JoinRefusal)
}
