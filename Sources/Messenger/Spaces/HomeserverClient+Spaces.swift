import MatrixAPI
package import MatrixClient

/// What is part of a space is a state of its room (client-server API, `m.space.child`).
extension HomeserverClient {
    /// - Parameter server: one by which others come into the chat.
    package func putIntoSpace(_ spaceID: String, chatID: String, server: String) async throws(MatrixClientError) {
        _ = try await setState(
            roomID: spaceID, type: "m.space.child", stateKey: chatID, content: ["via": [.string(server)]])
    }

    package func takeFromSpace(_ spaceID: String, chatID: String) async throws(MatrixClientError) {
        _ = try await setState(roomID: spaceID, type: "m.space.child", stateKey: chatID, content: .emptyObject)
    }

    /// - Returns: the space's identifier.
    package func makeSpace(named name: String) async throws(MatrixClientError) -> String {
        var request = CreateRoomRequest(name: name)
        request.isSpace = true
        return try await createRoom(request)
    }
}
