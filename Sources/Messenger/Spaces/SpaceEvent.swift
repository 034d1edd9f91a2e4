package import MatrixAPI

/// What is done with the spaces of the list, and what the server told of them.
package enum SpaceEvent: RoutedEvent {
    /// The spaces that were open came from disk.
    case loaded(openIDs: Set<String>)
    /// It is to be open where it is closed, and the other way round.
    case turning(spaceID: String)
    /// - isGoal: whether somebody wants to see it in the list, and not only what is under it.
    case opening(spaceID: String, isGoal: Bool = false)
    /// The device goes online: what is part of open spaces may be other than it was.
    case refreshing
    /// The server told what is part of it, the space itself among that.
    case listed(spaceID: String, [RoomPreview])
    /// - isAsked: whether a person waits for it.
    case notListed(spaceID: String, FailureReason, isAsked: Bool)
    /// Somebody wants to come into a chat of a space.
    case entering(RoomAddress, asksPeople: Bool)
    /// `nil`: one is in it, or its people are asked.
    case entered(RoomAddress, JoinRefusal?, isAsked: Bool = false)
    case dismissedFailure
}
