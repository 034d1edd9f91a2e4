package import MatrixAPI

/// Client-server API, "Room Tagging" and "Client Config" of a room.
extension HomeserverClient {
    /// - Parameter order: the position among the rooms with the tag, from 0 to 1; `nil` sorts it after
    ///   all that have one.
    package func setTag(
        _ tag: String, roomID: String, userID: String, order: Double?
    ) async throws(MatrixClientError) {
        var body = JSONValue.emptyObject
        body["order"] = order.map(JSONValue.double)
        _ = try await perform(MatrixRequest(.put, "v3", "user", userID, "rooms", roomID, "tags", tag, body: body))
    }

    package func removeTag(_ tag: String, roomID: String, userID: String) async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.delete, "v3", "user", userID, "rooms", roomID, "tags", tag))
    }

    package func setAccountData(
        userID: String, roomID: String, type: String, content: JSONValue
    ) async throws(MatrixClientError) {
        let request = MatrixRequest(
            .put, "v3", "user", userID, "rooms", roomID, "account_data", type, body: content)
        _ = try await perform(request)
    }
}
