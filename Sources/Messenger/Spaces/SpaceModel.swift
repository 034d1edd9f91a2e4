import MatrixAPI

/// Which spaces show their chats, and what is part of them that the account is not in.
@MainActor
final class SpaceModel {
    private(set) var openIDs: Set<String> = []
    /// What the server told of the parts of each space, by space and chat.
    private(set) var previews: [String: [String: RoomPreview]] = [:]
    /// Spaces of which the server is asked what is part of them.
    private(set) var asking: Set<String> = []
    /// Chats that one is joining, or whose people are being asked.
    private(set) var entering: Set<String> = []
    /// Chats whose people were asked.
    private(set) var asked: Set<String> = []
    private(set) var failure: SpaceFailure?

    func load(_ openIDs: Set<String>) { self.openIDs = openIDs }

    func set(_ spaceID: String, isOpen: Bool) {
        if isOpen { openIDs.insert(spaceID) } else { openIDs.remove(spaceID) }
    }

    func beginAsking(_ spaceID: String) {
        failure = nil
        asking.insert(spaceID)
    }

    func take(_ rooms: [RoomPreview], of spaceID: String) {
        asking.remove(spaceID)
        previews[spaceID] = Dictionary(rooms.map { ($0.roomID, $0) }) { first, _ in first }
    }

    func beginEntering(_ chatID: String) {
        failure = nil
        entering.insert(chatID)
    }

    /// - Parameter isAsked: whether its people were asked, and have yet to let one in.
    func endEntering(_ chatID: String, isAsked: Bool) {
        entering.remove(chatID)
        if isAsked { asked.insert(chatID) }
    }

    func fail(_ failure: SpaceFailure) {
        switch failure {
        case .list(let spaceID, _): asking.remove(spaceID)
        case .enter(let address, _): entering.remove(address.name)
        }
        self.failure = failure
    }

    /// What nobody asked for is not said where it fails.
    func endAsking(_ spaceID: String) { asking.remove(spaceID) }

    func dismissFailure() { failure = nil }
}
