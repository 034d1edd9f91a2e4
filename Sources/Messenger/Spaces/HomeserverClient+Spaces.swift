import MatrixAPI
package import MatrixClient

/// The children of a space are states of its room (client-server API, `m.space.child`).
extension HomeserverClient {
    /// - Parameter server: a server through which others can join the chat.
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
