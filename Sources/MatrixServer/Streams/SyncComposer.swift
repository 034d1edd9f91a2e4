import GRDB
import MatrixAPI

/// Composes a sync response from a snapshot of the database (client-server API, "Syncing").
struct SyncComposer {
    let database: Database
    let request: SyncRequest
    /// The position at which this response ends.
    let now: SyncToken
    let view: EventView
    let typing: [String: [String]]
    /// The users whose messages and invites the user ignores.
    let ignored: Set<String>
    let unread: UnreadCounter
    let recent: RecentEvents

    init(_ database: Database, _ request: SyncRequest, typing board: TypingUsers, memory: SyncCaches) throws {
        self.database = database
        // The counter is read first: typing that starts in between is then sent twice rather than never.
        let counter = board.counter
        typing = board.changedRooms(after: request.since?.typing ?? 0)
        now = try SyncToken.latest(in: database, typing: counter)
        var request = request
        // The token comes from lost data, or is newer than a restored copy: the client's data doesn't match the
        // server's.
        if let since = request.since, since.isAhead(of: now) { request.since = nil }
        self.request = request
        let account = try memory.accounts.account(request.caller.userID, database)
        ignored = account.ignored
        unread = UnreadCounter(
            database, user: request.caller.userID, rules: account.rules, ignored: ignored, findings: memory.findings)
        recent = memory.events
        view = EventView(database, request.caller, includesRoom: false)
    }

    var user: String { request.caller.userID }

    /// Writes the response room by room: all rooms together may not fit in memory.
    func compose(into text: ResponseText) throws -> SyncResult {
        let json = JSONObjectWriter(text)
        let accountData = try AccountDataStream(self).changes()
        try json.addMembers("rooms") { try add(accountData, to: $0) }
        let global = try AccountDataStream(self).global(accountData[""] ?? [])
        if !global.isEmpty { try json.add("account_data", .events(global)) }

        let messages = try DeviceMessageStream(self).messages()
        let keys = KeyStream(self)
        var next = now
        next.deviceMessages = messages.end
        if !messages.events.isEmpty { try json.add("to_device", .value(["events": .array(messages.events)])) }
        if let lists = try keys.deviceLists() { try json.add("device_lists", .value(lists)) }
        let isEmpty = try !request.isInitial && !request.wantsFullState && json.count == 0 && !keys.hasNewCount()
        if !isEmpty {
            for (name, part) in try keys.counts() { try json.add(name, part) }
        }
        try json.add("next_batch", .value(.string(next.description)))
        try json.end()
        return SyncResult(next: next, isEmpty: isEmpty, hasMore: next.deviceMessages < now.deviceMessages)
    }

    private func add(_ accountData: [String: [AccountDataTable.Entry]], to rooms: JSONObjectWriter) throws {
        try rooms.addMembers("join") { joined in
            for (room, place) in try RoomSelection(self, changedData: Set(accountData.keys)).joined()
            where request.filter.allows(room: room) {
                let stream = JoinedRoomStream(
                    self, room: room, memberPlace: place, accountData: accountData[room] ?? [])
                if let update = try stream.update() { try joined.add(room, update) }
            }
        }
        let changes = try changedMemberships()
        try rooms.addMembers("invite") { try InviteStream(self).add(changes, to: $0) }
        try rooms.addMembers("knock") { try KnockStream(self).add(changes, to: $0) }
        try rooms.addMembers("leave") { try LeftRoomStream(self).add(changes, to: $0) }
    }

    /// Returns the rooms in which the user's membership changed since the last sync.
    private func changedMemberships() throws -> [(room: String, membership: Membership)] {
        guard let since = request.since, since.events < now.events else { return [] }
        return try MembershipsTable(database).changes(of: user, after: since.events, upTo: now.events)
    }
}

extension SyncComposer {
    /// Returns the rooms with a membership other than join: the rooms changed since the last sync, or all if all
    /// are requested.
    ///
    /// - Parameter changes: The changes of the user's memberships since the last sync.
    func rooms(
        _ membership: Membership, _ changes: [(room: String, membership: Membership)]
    ) throws -> [String] {
        let rooms =
            request.isInitial || request.wantsFullState
            ? try MembershipsTable(database).rooms(of: user, membership)
            : changes.filter { $0.membership == membership }.map(\.room)
        return rooms.filter(request.filter.allows(room:))
    }
}

/// New account data (client-server API, "Client Config").
struct AccountDataStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// Returns the changes by room; the empty room holds the global data.
    func changes() throws -> [String: [AccountDataTable.Entry]] {
        let since = composer.request.since?.accountData ?? 0
        guard since < composer.now.accountData else { return [:] }
        return try AccountDataTable(composer.database)
            .changes(of: composer.user, after: since, upTo: composer.now.accountData)
    }

    /// Returns the global part. The first response includes the push rules.
    func global(_ changes: [AccountDataTable.Entry]) throws -> [AccountDataTable.Entry] {
        var events = changes
        if composer.request.isInitial, !events.contains(where: { $0.type == PushRulesTable.type }) {
            let rules = try PushRulesTable(composer.database).rules(of: composer.user)
            events.append(AccountDataTable.Entry(type: PushRulesTable.type, content: rules.json.serializedText))
        }
        return events.filter { composer.request.filter.accountData.allows(type: $0.type) }
    }
}

extension JSONText {
    /// Returns account data as events. Each is parsed and released before the next, since the parsed form takes
    /// many times its text.
    static func events(_ entries: [AccountDataTable.Entry]) -> JSONText {
        .object([
            "events": .array(
                entries.map { entry in
                    .object([
                        "type": .value(.string(entry.type)),
                        "content": .written { try $0.append(StoredJSON.text(entry.content).utf8) },
                    ])
                })
        ])
    }
}

/// Messages from other devices to this one (client-server API, "Send-to-Device messaging").
struct DeviceMessageStream {
    /// The maximum in a response; further messages follow with the next one.
    private static let most = (count: 100, bytes: 1 << 20)

    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// - Returns: The messages, and the position up to which this response includes all of them.
    func messages() throws -> (events: [JSONValue], end: Int64) {
        let (since, now) = (composer.request.since?.deviceMessages ?? 0, composer.now.deviceMessages)
        guard since < now else { return ([], now) }
        let (messages, areAll) = try DeviceMessagesTable(composer.database)
            .messages(for: composer.request.caller, after: since, upTo: now, atMost: Self.most)
        guard !areAll, let last = messages.last else { return (messages.map(\.json), now) }
        return (messages.map(\.json), last.position)
    }
}

/// New invites with the stripped state that an invited user sees (client-server API, "Invited Room").
struct InviteStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// - Parameter changes: The changes of the user's memberships since the last sync.
    func add(_ changes: [(room: String, membership: Membership)], to rooms: JSONObjectWriter) throws {
        for room in try composer.rooms(.invite, changes) {
            let own = try StateTable(composer.database).current("m.room.member", composer.user, in: room)
            if let own, composer.ignored.contains(own.sender) { continue }
            let state = try StrippedState(composer.database, room: room).events(for: composer.user)
            try rooms.add(room, .value(["invite_state": ["events": .array(state)]]))
        }
    }
}

/// The users whose keys changed, and the number of this device's remaining keys (client-server API, "Extensions to
/// `/sync`" of end-to-end encryption).
struct KeyStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// Returns `nil` if nothing changed. A first sync has none, since a new client queries all keys.
    func deviceLists() throws -> JSONValue? {
        guard let since = composer.request.since else { return nil }
        let lists = try KeyChangesTable(composer.database)
            .lists(for: composer.user, after: since, upTo: composer.now)
        guard !lists.isEmpty else { return nil }
        return lists.json
    }

    /// Whether the device has more or fewer one-time keys than at the last sync.
    func hasNewCount() throws -> Bool {
        guard let since = composer.request.since, since.keys < composer.now.keys else { return false }
        return try KeyChangesTable(composer.database)
            .hasNewCount(composer.request.caller, after: since.keys, upTo: composer.now.keys)
    }

    /// Returns the key counts. They are in each response, since a client takes missing counts for zero.
    func counts() throws -> [String: JSONText] {
        // There are no keys on this server.
        guard composer.now.keys > 0 else { return [:] }
        let table = OneTimeKeysTable(composer.database)
        let counts = try table.counts(of: composer.request.caller)
        let fallbacks = try table.unusedFallbacks(of: composer.request.caller)
        return [
            "device_one_time_keys_count": .value(.object(counts.mapValues { .integer($0) })),
            "device_unused_fallback_key_types": .value(.array(fallbacks.map(JSONValue.string))),
        ]
    }
}

/// Rooms to which the user has knocked (client-server API, "Knocked Room").
struct KnockStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// - Parameter changes: The changes of the user's memberships since the last sync.
    func add(_ changes: [(room: String, membership: Membership)], to rooms: JSONObjectWriter) throws {
        for room in try composer.rooms(.knock, changes) {
            let state = try StrippedState(composer.database, room: room).events(for: composer.user, asThen: true)
            try rooms.add(room, .value(["knock_state": ["events": .array(state)]]))
        }
    }
}

/// Rooms that the user left or was removed from (client-server API, "Left Room").
struct LeftRoomStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// - Parameter changes: The changes of the user's memberships since the last sync.
    func add(_ changes: [(room: String, membership: Membership)], to members: JSONObjectWriter) throws {
        for room in try rooms(changes) where composer.request.filter.allows(room: room) {
            if let update = try update(of: room) { try members.add(room, update) }
        }
    }

    /// Returns the events up to the leaving. A user who was not in the room, such as one who declines an invite,
    /// learns no more than that. For a user who joined and left since the last sync all of it is new.
    private func update(of room: String) throws -> JSONText? {
        let history = try StateTable(composer.database).memberships(of: composer.user, in: room)
        guard let own = history.last else { return nil }
        let since = composer.request.since?.events ?? 0
        let wasJoined = history.last { $0.stream <= since }.map(isJoin) ?? false
        let lastJoin = history.lastIndex(where: isJoin) ?? history.endIndex
        let end = history.dropFirst(lastJoin + 1).first?.stream ?? 0
        let isNew = composer.request.isInitial || (!wasJoined && end > since)
        let timeline = try TimelineStream(composer, room: room, isNew: isNew, upTo: own.stream, lastForeign: end)
            .slice()
        let state = try RoomStateStream(composer, room: room, timeline: timeline, isFull: isNew, upTo: end).events()
        return .object([
            "timeline": try timeline.text(composer), "state": .object(["events": .array(state)]),
            "account_data": .value(["events": []]),
        ])
    }

    private func isJoin(_ change: (stream: Int64, value: Membership)) -> Bool { change.value == .join }

    private func rooms(_ changes: [(room: String, membership: Membership)]) throws -> [String] {
        guard composer.request.isInitial else {
            return changes.filter { $0.membership == .leave || $0.membership == .ban }.map(\.room)
        }
        guard composer.request.filter.includesLeft else { return [] }
        let memberships = MembershipsTable(composer.database)
        return try memberships.rooms(of: composer.user, .leave) + memberships.rooms(of: composer.user, .ban)
    }
}

/// The joined rooms that a response has to check.
struct RoomSelection {
    /// The number of events for which the changed rooms are read from the events. Across a longer gap all of the
    /// user's rooms are checked.
    private static let shortGap: Int64 = 2000
    private let composer: SyncComposer
    private let changedData: Set<String>

    /// - Parameter changedData: The rooms whose account data changed.
    init(_ composer: SyncComposer, changedData: Set<String>) {
        self.composer = composer
        self.changedData = changedData
    }

    /// Returns the rooms, each with the position of the user's newest member event.
    func joined() throws -> [String: Int64] {
        let memberships = MembershipsTable(composer.database)
        guard let since = composer.request.since, !composer.request.wantsFullState else {
            return try memberships.joined(composer.user)
        }
        var rooms = try changedRooms(since)
        if since.receipts < composer.now.receipts {
            let marked = try memberships.joined(
                composer.user, ReceiptsTable.changedRooms, [since.receipts, composer.now.receipts])
            rooms.merge(marked) { place, _ in place }
        }
        for room in Set(composer.typing.keys).union(changedData) where rooms[room] == nil {
            rooms[room] = try memberships.joined(composer.user, "?", [room])[room]
        }
        return rooms
    }

    private func changedRooms(_ since: SyncToken) throws -> [String: Int64] {
        let memberships = MembershipsTable(composer.database)
        let gap = composer.now.events - since.events
        if gap <= 0 { return [:] }
        if gap <= RoomSelection.shortGap {
            return try memberships.joined(
                composer.user, EventsTable.changedRooms, [since.events, composer.now.events])
        }
        return try memberships.joined(composer.user, changedAfter: since.events)
    }
}
