import GRDB
import MatrixAPI

/// Puts a sync answer together from one snapshot of the database (client-server API, "Syncing").
struct SyncComposer {
    let database: Database
    let request: SyncRequest
    /// Where this answer ends.
    let now: SyncToken
    let view: EventView
    let typing: [String: [String]]
    /// Whose messages and invitations the user doesn't want.
    let ignored: Set<String>
    let unread: UnreadCounter
    let recent: RecentEvents

    init(_ database: Database, _ request: SyncRequest, typing board: TypingBoard, memory: SyncMemory) throws {
        self.database = database
        // The counter first: typing that starts in between is then told twice rather than never.
        let counter = board.counter
        typing = board.changedRooms(after: request.since?.typing ?? 0)
        now = try SyncToken.latest(in: database, typing: counter)
        var request = request
        // A token from data that are lost, or newer than a copy that was put back: what the client knows is not what is here.
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

    func compose() throws -> SyncAnswer {
        let accountData = try AccountDataStream(self).changes()
        var joined: [String: JSONText] = [:]
        for (room, place) in try RoomSelection(self, accountData: accountData).joined()
        where request.filter.allows(room: room) {
            joined[room] = try JoinedRoomStream(
                self, room: room, memberPlace: place, accountData: accountData[room] ?? []
            ).update()
        }
        let changes = try changedMemberships()
        let invited = try InviteStream(self).updates(changes)
        let knocked = try KnockStream(self).updates(changes)
        let left = try LeftRoomStream(self).updates(changes)
        let global = try AccountDataStream(self).global(accountData[""] ?? [])

        let messages = try DeviceMessageStream(self).messages()
        let keys = KeyStream(self)
        var next = now
        next.deviceMessages = messages.end

        var json: [String: JSONText] = ["next_batch": .value(.string(next.description))]
        var rooms: [String: JSONText] = [:]
        for (name, part) in [("join", joined), ("invite", invited), ("knock", knocked), ("leave", left)]
        where !part.isEmpty {
            rooms[name] = .object(part)
        }
        if !rooms.isEmpty { json["rooms"] = .object(rooms) }
        if !global.isEmpty { json["account_data"] = .value(["events": .array(global)]) }
        if !messages.events.isEmpty { json["to_device"] = .value(["events": .array(messages.events)]) }
        json["device_lists"] = try keys.deviceLists().map(JSONText.value)
        let isEmpty = !request.isInitial && !request.wantsFullState && json.count == 1
        if isEmpty, try !keys.hasNewCount() { return SyncAnswer(json: .object(json), next: next, isEmpty: true) }
        json.merge(try keys.counts()) { first, _ in first }
        return SyncAnswer(
            json: .object(json), next: next, isEmpty: false, hasMore: next.deviceMessages < now.deviceMessages)
    }

    /// In which rooms the user is something else than at the last sync.
    private func changedMemberships() throws -> [(room: String, membership: Membership)] {
        guard let since = request.since, since.events < now.events else { return [] }
        return try MembershipsTable(database).changes(of: user, after: since.events, upTo: now.events)
    }
}
