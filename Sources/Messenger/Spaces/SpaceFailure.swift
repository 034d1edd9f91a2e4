/// A failed action on a space.
package enum SpaceFailure: Hashable, Sendable {
    /// The children of the space couldn't be listed.
    case list(spaceID: String, FailureReason)
    /// A chat of a space couldn't be joined.
    case enter(RoomAddress, JoinRefusal)
}
