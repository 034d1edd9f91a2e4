/// The changes in a room that the account is in (client-server API, "Syncing", `Joined Room`).
package struct JoinedRoom: Sendable {
    /// State before ``timeline``.
    package let state: [MatrixEvent]
    /// Oldest first; malformed events are kept as ``MatrixEvent/malformedType``.
    package let timeline: [MatrixEvent]
    /// Whether events between the last sync and ``timeline`` are missing here.
    package let isLimited: Bool
    /// The token for a `messages` request that returns the events before ``timeline``.
    package let previousBatch: String?
    /// Whether an event enables encryption, including malformed ones. Otherwise the room could be treated as
    /// unencrypted.
    package let saysEncryption: Bool
    /// Typing and receipts.
    package let ephemeral: [MatrixEvent]
    package let accountData: [MatrixEvent]
    /// The users from whom the room's name is made; `nil` if unchanged (client-server API, "Room summaries").
    package let heroes: [String]?
    /// `nil` if unchanged.
    package let joinedMemberCount: Int?
    /// `nil` if unchanged.
    package let invitedMemberCount: Int?
    /// Unread events that notify; `nil` if unchanged.
    package let notificationCount: Int?
    /// Unread events that mention the user; `nil` if unchanged.
    package let highlightCount: Int?

    package init(json: JSONValue) {
        let timeline = json["timeline"]
        let summary = json["summary"]
        let unread = json["unread_notifications"]
        state = MatrixEvent.list(json["state"]?["events"])
        self.timeline = MatrixEvent.timeline(timeline?["events"])
        saysEncryption = [json["state"], timeline].contains { part in
            (part?["events"]?.array ?? []).contains { $0["type"]?.string == "m.room.encryption" }
        }
        isLimited = timeline?["limited"]?.bool ?? false
        previousBatch = timeline?["prev_batch"]?.token
        ephemeral = MatrixEvent.list(json["ephemeral"]?["events"])
        accountData = MatrixEvent.list(json["account_data"]?["events"])
        heroes = summary?["m.heroes"]?.identifiers
        joinedMemberCount = summary?["m.joined_member_count"]?.count
        invitedMemberCount = summary?["m.invited_member_count"]?.count
        notificationCount = unread?["notification_count"]?.count
        highlightCount = unread?["highlight_count"]?.count
    }
}
