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

    init(_ database: Database, _ request: SyncRequest, typing board: TypingBoard, findings: NameFindings) throws {
        self.database = database
        // The counter first: typing that starts in between is then told twice rather than never.
        let counter = board.counter
        typing = board.changedRooms(after: request.since?.typing ?? 0)
        now = SyncToken(
            events: try EventsTable(database).latestStream(), receipts: try ReceiptsTable(database).latestPosition(),
            accountData: try AccountDataTable(database).latestPosition(), typing: counter)
        var request = request
        // A token from data that are lost, or newer than a copy that was put back: what the client knows is not what is here.
        if let since = request.since, since.events > now.events { request.since = nil }
        self.request = request
        ignored = try AccountDataTable(database).ignored(by: request.caller.userID)
        unread = try UnreadCounter(database, user: request.caller.userID, ignored: ignored, findings: findings)
        view = EventView(database, request.caller, includesRoom: false)
    }

    var user: String { request.caller.userID }

    func compose() throws -> SyncAnswer {
        let accountData = try AccountDataStream(self).changes()
        var joined = JSONValue.emptyObject
        for room in try RoomSelection(self, accountData: accountData).joined() where request.filter.allows(room: room) {
            joined[room] = try JoinedRoomStream(self, room: room, accountData: accountData[room] ?? []).update()
        }
        let invited = try InviteStream(self).updates()
        let left = try LeftRoomStream(self).updates()
        let global = try AccountDataStream(self).global(accountData[""] ?? [])

        var json: JSONValue = ["next_batch": .string(now.description)]
        var rooms = JSONValue.emptyObject
        for (name, part) in [("join", joined), ("invite", invited), ("leave", left)] where part.object?.isEmpty == false
        {
            rooms[name] = part
        }
        if rooms.object?.isEmpty == false { json["rooms"] = rooms }
        if !global.isEmpty { json["account_data"] = ["events": .array(global)] }
        let isEmpty = !request.isInitial && !request.wantsFullState && json.object?.count == 1
        return SyncAnswer(json: json, next: now, isEmpty: isEmpty)
    }
}
