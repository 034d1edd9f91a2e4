/// The result of a server-side search in rooms' events (client-server API, "Server Side Search").
package struct EventSearchPage: Sendable {
    package struct Result: Sendable {
        package let roomID: String
        package let event: MatrixEvent

        package init(roomID: String, event: MatrixEvent) {
            self.roomID = roomID
            self.event = event
        }
    }

    /// The results in the requested order.
    package let results: [Result]
    /// The token for the next page; `nil` if this was the last one.
    package let nextBatch: String?
    /// Whether the server reports that it has not indexed all messages yet, so that a later search may find more.
    /// Only Confab's own server does.
    package let isIncomplete: Bool

    package init(results: [Result], nextBatch: String?, isIncomplete: Bool = false) {
        self.results = results
        self.nextBatch = nextBatch
        self.isIncomplete = isIncomplete
    }

    package init?(json: JSONValue) {
        guard let found = json["search_categories"]?["room_events"], found.object != nil else { return nil }
        results = (found["results"]?.array ?? []).compactMap { result in
            guard let event = result["result"], let roomID = event["room_id"]?.identifier else { return nil }
            return Result(roomID: roomID, event: MatrixEvent(timelineJSON: event))
        }
        nextBatch = found["next_batch"]?.token
        isIncomplete = found["im.confab.index_incomplete"]?.bool ?? false
    }
}
