import MatrixAPI

@testable import MatrixClient

/// What other clients ask of a server, and Confab doesn't.
extension HomeserverClient {
    /// Says that all up to an event was read, in all threads.
    ///
    /// - Parameter isPrivate: nobody else is told.
    func sendReceipt(roomID: String, eventID: String, isPrivate: Bool) async throws(MatrixClientError) {
        let type = isPrivate ? "m.read.private" : "m.read"
        _ = try await perform(
            MatrixRequest(.post, "v3", "rooms", roomID, "receipt", type, eventID, body: .emptyObject))
    }

    /// Stores a filter for syncs.
    ///
    /// - Returns: its identifier.
    func uploadFilter(userID: String, filter: JSONValue) async throws(MatrixClientError) -> String {
        try await value(MatrixRequest(.post, "v3", "user", userID, "filter", body: filter)) { $0["filter_id"]?.string }
    }
}
