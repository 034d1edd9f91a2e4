package import MatrixAPI

/// Client-server API, "Server Side Search".
extension HomeserverClient {
    /// Messages with some words, the newest first.
    ///
    /// - Parameters:
    ///   - roomIDs: in one of which they are; `nil`: in any.
    ///   - senders: of whom one said it; `nil`: anybody.
    ///   - limit: the most of one page.
    ///   - token: the last page's end; `nil`: from the newest.
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

    /// A page of what was said in a room, the newest first ("Filtering"). It may be empty although there is more.
    ///
    /// - Parameters:
    ///   - senders: of whom one said it; `nil`: anybody.
    ///   - hasFile: whether it has to have one.
    ///   - token: as of ``messages(roomID:from:limit:isForward:)``.
    package func said(
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
