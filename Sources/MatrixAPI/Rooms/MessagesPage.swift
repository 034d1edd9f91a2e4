/// A page of a room's history (client-server API, `GET /rooms/{roomId}/messages`).
package struct MessagesPage: Sendable {
    /// The events in the order of the request, newest first if it went back. It may be empty although there is more.
    package let chunk: [MatrixEvent]
    /// State that is needed to show ``chunk``, such as its members if they are loaded lazily.
    package let state: [MatrixEvent]
    package let start: String
    /// The token for the next page; `nil` if this was the last one.
    package let end: String?

    package init?(json: JSONValue) {
        guard json["chunk"]?.array != nil else { return nil }
        chunk = MatrixEvent.timeline(json["chunk"])
        state = MatrixEvent.list(json["state"])
        start = json["start"]?.token ?? ""
        end = json["end"]?.token
    }

    /// Reads an answer of `GET /rooms/{roomId}/relations/{eventId}`, which uses other names for its tokens.
    package init?(relations json: JSONValue) {
        guard json["chunk"]?.array != nil else { return nil }
        chunk = MatrixEvent.timeline(json["chunk"])
        state = []
        start = json["prev_batch"]?.token ?? ""
        end = json["next_batch"]?.token
    }
}
