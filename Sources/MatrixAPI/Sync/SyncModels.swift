/// A room that the account is invited to (client-server API, "Syncing", `Invited Room`).
package struct InvitedRoom: Sendable {
    /// Stripped state: without event identifiers, and only from the inviting server.
    package let state: [MatrixEvent]

    package init(json: JSONValue) {
        state = MatrixEvent.list(json["invite_state"]?["events"])
    }
}

/// A room to which the account has knocked (client-server API, "Syncing", `Knocked Room`).
package struct KnockedRoom: Sendable {
    /// Stripped state: without event identifiers.
    package let state: [MatrixEvent]

    package init(json: JSONValue) {
        state = MatrixEvent.list(json["knock_state"]?["events"])
    }
}

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
