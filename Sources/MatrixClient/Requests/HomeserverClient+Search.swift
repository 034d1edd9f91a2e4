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
        return try await value(
            MatrixRequest(.post, "v3", "search", query: ["next_batch": token], body: body), EventSearchPage.init(json:))
    }
}
