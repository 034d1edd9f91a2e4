package import MatrixAPI

/// Client-server API, "Server Side Search".
extension HomeserverClient {
    /// Searches messages by words. The newest come first.
    ///
    /// - Parameters:
    ///   - roomIDs: the rooms to search; `nil` for all.
    ///   - senders: the allowed senders; `nil` for all.
    ///   - limit: the maximum number of results on a page.
    ///   - token: the last page's end; `nil` for the newest.
    package func searchMessages(
        _ term: String, roomIDs: [String]?, senders: [String]?, limit: Int, from token: String?
    ) async throws(MatrixClientError) -> EventSearchPage {
        var filter: JSONValue = ["limit": .integer(Int64(limit)), "types": ["m.room.message"]]
        filter["rooms"] = roomIDs.map { .array($0.map(JSONValue.string)) }
        filter["senders"] = senders.map { .array($0.map(JSONValue.string)) }
        let body: JSONValue = [
            "search_categories": [
                "room_events": [
                    "search_term": .string(term), "keys": ["content.body"], "order_by": "recent", "filter": filter,
                ]
            ]
        ]
        var request = MatrixRequest(.post, "v3", "search", query: ["next_batch": token], body: body)
        request.bringsEvents = true
        return try await value(request, EventSearchPage.init(json:))
    }

    /// Returns a page of the messages in a room, the newest first ("Filtering"). It may be empty even
    /// if more pages follow.
    ///
    /// - Parameters:
    ///   - senders: the allowed senders; `nil` for all.
    ///   - hasFile: whether the messages must have a file.
    ///   - token: as for ``messages(roomID:from:limit:isForward:)``.
    package func messages(
        in roomID: String, by senders: [String]?, hasFile: Bool, limit: Int, from token: String?
    ) async throws(MatrixClientError) -> MessagesPage {
        var filter: JSONValue = ["types": ["m.room.message"], "lazy_load_members": true]
        filter["senders"] = senders.map { .array($0.map(JSONValue.string)) }
        if hasFile { filter["contains_url"] = true }
        var request = MatrixRequest(
            .get, "v3", "rooms", roomID, "messages",
            query: [
                "dir": "b", "from": token, "limit": String(limit),
                "filter": filter.serializedText,
            ])
        request.bringsEvents = true
        return try await value(request, MessagesPage.init(json:))
    }
}
