import MatrixAPI

/// The open spaces, and the children of spaces that the account hasn't joined.
struct SpaceModel: Equatable {
    private(set) var openIDs: Set<String> = []
    /// The server's descriptions of children, by space and chat.
    private(set) var previews: [String: [String: RoomPreview]] = [:]
    /// Spaces whose children are being requested.
    private(set) var asking: Set<String> = []
    /// Chats that are being joined or asked to let the user in.
    private(set) var entering: Set<String> = []
    /// Chats that were asked to let the user in.
    private(set) var asked: Set<String> = []
    private(set) var failure: SpaceFailureReason?

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
