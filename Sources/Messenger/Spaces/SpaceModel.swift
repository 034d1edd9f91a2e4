package import Engine
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
    /// The request to join or to be let in was answered. The error is `nil` if it succeeded.
    case entered(RoomAddress, JoinError?, isAsked: Bool = false)
    case dismissedFailure
}

/// The open spaces, and the children of spaces that the account hasn't joined.
package struct SpaceModel: Equatable {
    package private(set) var openIDs: Set<String> = []
    /// The server's descriptions of children, by space and chat.
    private(set) var previews: [String: [String: RoomPreview]] = [:]
    /// Spaces whose children are being requested.
    package private(set) var asking: Set<String> = []
    /// Chats that are being joined or asked to let the user in.
    package private(set) var entering: Set<String> = []
    /// Chats that were asked to let the user in.
    package private(set) var asked: Set<String> = []
    package private(set) var failure: SpaceFailureReason?

    mutating func load(_ openIDs: Set<String>) { self.openIDs = openIDs }

    mutating func set(_ spaceID: String, isOpen: Bool) {
        if isOpen { openIDs.insert(spaceID) } else { openIDs.remove(spaceID) }
    }

    mutating func beginAsking(_ spaceID: String) {
        failure = nil
        asking.insert(spaceID)
    }

    mutating func apply(_ rooms: [RoomPreview], of spaceID: String) {
        asking.remove(spaceID)
        previews[spaceID] = Dictionary(rooms.map { ($0.roomID, $0) }) { first, _ in first }
    }

    mutating func beginEntering(_ chatID: String) {
        failure = nil
        entering.insert(chatID)
    }

    /// - Parameter isAsked: whether the request to join is sent and not answered yet.
    mutating func endEntering(_ chatID: String, isAsked: Bool) {
        entering.remove(chatID)
        if isAsked { asked.insert(chatID) }
    }

    mutating func fail(_ failure: SpaceFailureReason) {
        switch failure {
        case .list(let spaceID, _): asking.remove(spaceID)
        case .enter(let address, _): entering.remove(address.name)
        }
        self.failure = failure
    }

    /// Ends a request in the background, whose failure isn't shown.
    mutating func endAsking(_ spaceID: String) { asking.remove(spaceID) }

    mutating func dismissFailure() { failure = nil }
}
