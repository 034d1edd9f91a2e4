import MatrixAPI

@testable import MatrixClient

/// Requests that other clients make, and Confab doesn't.
extension HomeserverClient {
    /// Sends a receipt for an event, in all threads.
    ///
    /// - Parameter isPrivate: Whether other users don't get it.
    func sendReceipt(roomID: String, eventID: String, isPrivate: Bool) async throws(MatrixClientError) {
        let type = isPrivate ? "m.read.private" : "m.read"
        _ = try await perform(
            MatrixRequest(.post, "v3", "rooms", roomID, "receipt", type, eventID, body: .emptyObject))
    }

    /// Stores a filter for syncs.
    ///
    /// - Returns: The identifier of the filter.
    func uploadFilter(userID: String, filter: JSONValue) async throws(MatrixClientError) -> String {
        try await value(MatrixRequest(.post, "v3", "user", userID, "filter", body: filter)) { $0["filter_id"]?.string }
    }
}
