/// The changes since a token (client-server API, "Syncing", `GET /_matrix/client/v3/sync`), or an update of the stream.
///
/// It is parsed leniently: a malformed part is left out. A sync that can't be read would be repeated forever.
package struct SyncResponse: Sendable {
    /// The token for the next request.
    package let nextBatch: String
    /// The rooms by identifier.
    package let joined: [String: JoinedRoom]
    package let invited: [String: InvitedRoom]
    /// The rooms to which the account has knocked and was not admitted yet.
    package let knocked: [String: KnockedRoom]
    package let left: [String: LeftRoom]
    /// The account's own data that changed, not that of rooms.
    package let accountData: [MatrixEvent]
    /// Messages from other devices to this one, in the order in which they were sent.
    package let deviceMessages: [DeviceMessage]
    /// Users whose devices or keys changed, or who share a room with the account since the last sync.
    package let changedDevices: [String]
    /// Users who share no room with the account any more.
    package let leftDevices: [String]
    /// The number of this device's one-time keys on the server, by algorithm; `nil` if the server doesn't report it.
    package let oneTimeKeyCounts: [String: Int64]?
    /// The algorithms whose fallback key was not claimed yet; `nil` if the server doesn't report it.
    package let unusedFallbackKeys: [String]?
    /// The positions of JSON syntax errors in the response, in bytes from 0; only the first ones if there are many.
    package private(set) var brokenOffsets: [Int] = []
    /// Whether it is the response to a request without a token and therefore complete: data that it doesn't contain
    /// doesn't exist.
    package var isWhole = false

    /// - Returns: `nil` if there is no `next_batch`: then it is no response to a sync at all.
    package init?(json: JSONValue) {
        guard let nextBatch = json["next_batch"]?.token, !nextBatch.isEmpty else { return nil }
        self.nextBatch = nextBatch
        let rooms = json["rooms"]
        joined = (rooms?["join"]?.namedMembers ?? [:]).mapValues(JoinedRoom.init(json:))
        invited = (rooms?["invite"]?.namedMembers ?? [:]).mapValues(InvitedRoom.init(json:))
        knocked = (rooms?["knock"]?.namedMembers ?? [:]).mapValues(KnockedRoom.init(json:))
        left = (rooms?["leave"]?.namedMembers ?? [:]).mapValues(LeftRoom.init(json:))
        accountData = MatrixEvent.list(json["account_data"]?["events"])
        deviceMessages = json["to_device"]?["events"]?.array?.compactMap(DeviceMessage.init(json:)) ?? []
        changedDevices = json["device_lists"]?["changed"]?.identifiers ?? []
        leftDevices = json["device_lists"]?["left"]?.identifiers ?? []
        oneTimeKeyCounts = json["device_one_time_keys_count"]?.object?.compactMapValues(\.wholeNumber)
        unusedFallbackKeys = json["device_unused_fallback_key_types"]?.identifiers
    }

    /// Reads a response body. Events that are too deep or violate the grammar of JSON become malformed events.
    package init?(body: some Collection<UInt8>) {
        var broken: [Int] = []
        guard let json = try? JSONValue(parsingEvents: body, broken: &broken) else { return nil }
        self.init(json: json)
        brokenOffsets = broken
    }

    /// Works as ``init(body:)``. The memory of the bytes is discarded while they are read, and they are undefined
    /// afterwards.
    package init?(discarding bytes: UnsafeBufferPointer<UInt8>) {
        var broken: [Int] = []
        guard let json = try? JSONValue(parsingAndDiscardingEvents: bytes, broken: &broken) else { return nil }
        self.init(json: json)
        brokenOffsets = broken
    }

    package var isEmpty: Bool {
        joined.isEmpty && invited.isEmpty && knocked.isEmpty && left.isEmpty && accountData.isEmpty
            && deviceMessages.isEmpty
            && changedDevices.isEmpty && leftDevices.isEmpty
    }
}

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
    /// The token for a `messages` request that returns the events before ``timeline``.
    package let previousBatch: String?

    package init(json: JSONValue) {
        let timeline = json["timeline"]
        state = MatrixEvent.list(json["state"]?["events"])
        self.timeline = MatrixEvent.timeline(timeline?["events"])
        isLimited = timeline?["limited"]?.bool ?? false
        previousBatch = timeline?["prev_batch"]?.token
    }
}
