import GRDB
import MatrixAPI

/// Composes a sync answer from a snapshot of the database (client-server API, "Syncing").
struct SyncComposer {
    let database: Database
    let request: SyncRequest
    /// The position at which this answer ends.
    let now: SyncToken
    let view: EventView
    let typing: [String: [String]]
    /// The users whose messages and invites the user ignores.
    let ignored: Set<String>
    let unread: UnreadCounter
    let recent: RecentEvents

    init(_ database: Database, _ request: SyncRequest, typing board: TypingBoard, memory: SyncMemory) throws {
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

    /// Writes the answer room by room: all of them together may not fit in memory.
    func compose(into text: AnswerText) throws -> SyncAnswer {
        let json = JSONMembers(text)
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
        return SyncAnswer(next: next, isEmpty: isEmpty, hasMore: next.deviceMessages < now.deviceMessages)
    }

    private func add(_ accountData: [String: [AccountDataTable.Entry]], to rooms: JSONMembers) throws {
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
