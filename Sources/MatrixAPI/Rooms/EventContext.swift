/// An event with its surroundings (client-server API, `GET /rooms/{roomId}/context/{eventId}`).
package struct EventContext: Sendable {
    package let event: MatrixEvent
    /// Newest first.
    package let before: [MatrixEvent]
    /// Oldest first.
    package let after: [MatrixEvent]
    package let state: [MatrixEvent]
    /// The token for `messages` going back from ``before``.
    package let start: String?
    /// The token for `messages` going forward from ``after``.
    package let end: String?

    package init?(json: JSONValue) {
        guard let event = json["event"] else { return nil }
        self.event = MatrixEvent(timelineJSON: event)
        before = MatrixEvent.timeline(json["events_before"])
        after = MatrixEvent.timeline(json["events_after"])
        state = MatrixEvent.list(json["state"])
        start = json["start"]?.token
        end = json["end"]?.token
    }
}
