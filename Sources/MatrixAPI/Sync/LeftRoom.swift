/// A room that the account left or was removed from (client-server API, "Syncing", `Left Room`).
package struct LeftRoom: Sendable {
    /// State before ``timeline``.
    package let state: [MatrixEvent]
    /// Oldest first, up to the leaving; malformed events are kept as ``MatrixEvent/malformedType``.
    package let timeline: [MatrixEvent]
    /// Whether events between the last sync and ``timeline`` are missing here.
    package let isLimited: Bool
    /// The token from which `messages` goes back from the start of ``timeline``.
    package let previousBatch: String?

    package init(json: JSONValue) {
        let timeline = json["timeline"]
        state = MatrixEvent.list(json["state"]?["events"])
        self.timeline = MatrixEvent.timeline(timeline?["events"])
        isLimited = timeline?["limited"]?.bool ?? false
        previousBatch = timeline?["prev_batch"]?.token
    }
}
