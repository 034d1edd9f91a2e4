import MatrixAPI

/// The open spaces, and the children of spaces that the account hasn't joined.
@MainActor
final class SpaceModel {
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

    func load(_ openIDs: Set<String>) { self.openIDs = openIDs }

    func set(_ spaceID: String, isOpen: Bool) {
        if isOpen { openIDs.insert(spaceID) } else { openIDs.remove(spaceID) }
    }

    func beginAsking(_ spaceID: String) {
        failure = nil
        asking.insert(spaceID)
    }

    func apply(_ rooms: [RoomPreview], of spaceID: String) {
        asking.remove(spaceID)
        previews[spaceID] = Dictionary(rooms.map { ($0.roomID, $0) }) { first, _ in first }
    }

    func beginEntering(_ chatID: String) {
        failure = nil
        entering.insert(chatID)
    }

    /// - Parameter isAsked: whether the request to join is sent and not answered yet.
    func endEntering(_ chatID: String, isAsked: Bool) {
        entering.remove(chatID)
        if isAsked { asked.insert(chatID) }
    }

    func fail(_ failure: SpaceFailureReason) {
        switch failure {
        case .list(let spaceID, _): asking.remove(spaceID)
        case .enter(let address, _): entering.remove(address.name)
        }
        self.failure = failure
    }

    /// Ends a request in the background, whose failure isn't shown.
    func endAsking(_ spaceID: String) { asking.remove(spaceID) }

    func dismissFailure() { failure = nil }
}
