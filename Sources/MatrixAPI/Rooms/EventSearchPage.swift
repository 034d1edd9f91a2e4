/// What a server found among the events of rooms (client-server API, "Server Side Search").
package struct EventSearchPage: Sendable {
    package struct Result: Sendable {
        package let roomID: String
        package let event: MatrixEvent

        package init(roomID: String, event: MatrixEvent) {
            self.roomID = roomID
            self.event = event
        }
    }

    /// In the order that was asked for.
    package let results: [Result]
    /// The token for the next page; `nil`: this was the last one.
    package let nextBatch: String?
    /// Whether the server, one of ours, says that it has not indexed all messages yet, so that a later search may find more.
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
