package import MatrixAPI

/// Events of the spaces in the chat list.
package enum SpaceEvent: RoutedEvent {
    /// The open spaces were read from disk.
    case loaded(openIDs: Set<String>)
    /// The user opens a closed space or closes an open one.
    case turning(spaceID: String)
    /// - isGoal: whether the user goes to the space itself, not only to the chats under it.
    case opening(spaceID: String, isGoal: Bool = false)
    /// The device goes online: the children of open spaces may have changed.
    case refreshing
    /// The server listed the space and its children.
    case listed(spaceID: String, [RoomPreview])
    /// - isAsked: whether the user requested the list.
    case notListed(spaceID: String, FailureReason, isAsked: Bool)
    /// The user wants to join a chat of a space.
    case entering(RoomAddress, asksPeople: Bool)
    /// The refusal is `nil` if the chat was joined, or its members were asked to let the user in.
    case entered(RoomAddress, JoinRefusal?, isAsked: Bool = false)
    case dismissedFailure
}
