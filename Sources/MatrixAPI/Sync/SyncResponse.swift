/// What happened since a token (client-server API, "Syncing", `GET /_matrix/client/v3/sync`), also one update of the stream.
///
/// Lenient: what is malformed costs that part alone, for a sync that can't be read would come again for ever.
package struct SyncResponse: Sendable {
    /// The token for the next request.
    package let nextBatch: String
    /// By room identifier.
    package let joined: [String: JoinedRoom]
    package let invited: [String: InvitedRoom]
    /// Those whose people have yet to let the account in.
    package let knocked: [String: KnockedRoom]
    package let left: [String: LeftRoom]
    /// The account's own data that changed, not that of rooms.
    package let accountData: [MatrixEvent]
    /// What other devices sent to this one, in the order in which they did.
    package let deviceMessages: [DeviceMessage]
    /// People whose devices or keys are others than before, or whom the account shares a room with since.
    package let changedDevices: [String]
    /// People whom the account shares no room with any more.
    package let leftDevices: [String]
    /// How many one-time keys of this device the server has, by algorithm; `nil` where it doesn't say.
    package let oneTimeKeyCounts: [String: Int64]?
    /// The algorithms whose fallback key nobody was given yet; `nil` where the server doesn't say.
    package let unusedFallbackKeys: [String]?
    /// Places where the answer broke the grammar of JSON, in bytes from 0; not all where there are many.
    package private(set) var brokenOffsets: [Int] = []
    /// Whether it answers a request without a token and so tells all there is: what it doesn't name is not there.
    package var isWhole = false

    /// - Returns: `nil` where there is no `next_batch`: then it is no answer to a sync at all.
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

    /// Reads an answer's body. Events that are too deep or break the grammar of JSON come out malformed.
    package init?(body: some Collection<UInt8>) {
        var broken: [Int] = []
        guard let json = try? JSONValue(parsingEvents: body, broken: &broken) else { return nil }
        self.init(json: json)
        brokenOffsets = broken
    }

    /// As ``init(body:)``. The memory of the bytes is given back while they are read, and they are undefined afterwards.
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
