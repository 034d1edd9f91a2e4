import GRDB
import MatrixAPI

/// The changes in a joined room (client-server API, "Joined Room").
struct JoinedRoomStream {
    private let composer: SyncComposer
    private let room: String
    private let memberPlace: Int64
    private let accountData: [AccountDataTable.Entry]

    /// - Parameter memberPlace: The position of the user's newest member event, which is a join.
    init(_ composer: SyncComposer, room: String, memberPlace: Int64, accountData: [AccountDataTable.Entry]) {
        self.composer = composer
        self.room = room
        self.memberPlace = memberPlace
        self.accountData = accountData
    }

    /// - Returns: `nil` if nothing is new.
    func update() throws -> JSONText? {
        let request = composer.request
        let isNew = try !wasJoined()
        let timeline = try TimelineStream(composer, room: room, isNew: isNew, upTo: composer.now.events).slice()
        let isFull = isNew || request.wantsFullState
        let state = try RoomStateStream(composer, room: room, timeline: timeline, isFull: isFull).events()
        var ephemeral = try ReceiptStream(composer, room: room, isNew: isNew).events()
        if let users = composer.typing[room]?.filter({ !composer.ignored.contains($0) }) {
            ephemeral.append(["type": "m.typing", "content": ["user_ids": .array(users.map(JSONValue.string))]])
        }
        ephemeral = ephemeral.filter { request.filter.ephemeral.allows($0) }
        let data = (isNew ? try AccountDataTable(composer.database).all(of: composer.user, in: room) : accountData)
            .filter { request.filter.roomAccountData.allows(type: $0.type) }
        let isQuiet = timeline.isEmpty && state.isEmpty && ephemeral.isEmpty && data.isEmpty
        if isQuiet && !isFull { return nil }

        var json: [String: JSONText] = [
            "timeline": try timeline.text(composer), "state": .object(["events": .array(state)]),
            "ephemeral": .value(["events": .array(ephemeral)]), "account_data": .events(data),
        ]
        if request.filter.countsThreads {
            let counts = try composer.unread.countsByThread(in: room)
            json["unread_notifications"] = .value(counts.main.json)
            if !counts.threads.isEmpty {
                json["unread_thread_notifications"] = .value(.object(counts.threads.mapValues(\.json)))
            }
        } else {
            json["unread_notifications"] = .value(try composer.unread.counts(in: room).json)
        }
        if isFull || timeline.isLimited || timeline.changesMembers {
            json["summary"] = .value(try RoomSummary(composer.database, user: composer.user, room: room).json())
        }
        return .object(json)
    }

    private func wasJoined() throws -> Bool {
        guard let since = composer.request.since else { return false }
        if memberPlace <= since.events { return true }
        let before = try StateTable(composer.database).event(
            "m.room.member", composer.user, in: room, upTo: since.events)
        return before?.content["membership"]?.string == "join"
    }
}

/// New receipts of a room, as `m.receipt` (client-server API, "Receipts").
///
/// Such an event has one receipt for each event, type and user. A user may have several receipts at an event: one in
/// its thread, and one for the whole room. The further ones are in further `m.receipt` events.
struct ReceiptStream {
    private struct Place: Hashable {
        let eventID: String
        let type: String
        let user: String
    }

    private let composer: SyncComposer
    private let room: String
    private let isNew: Bool

    init(_ composer: SyncComposer, room: String, isNew: Bool) {
        self.composer = composer
        self.room = room
        self.isNew = isNew
    }

    func events() throws -> [JSONValue] {
        let since = isNew ? 0 : composer.request.since?.receipts ?? 0
        guard since < composer.now.receipts else { return [] }
        let receipts = try ReceiptsTable(composer.database)
            .receipts(in: room, for: composer.user, after: since, upTo: composer.now.receipts)
        var contents: [[String: [String: [String: JSONValue]]]] = []
        var counts: [Place: Int] = [:]
        for receipt in receipts {
            var mark: JSONValue = ["ts": .integer(receipt.timestamp)]
            if !receipt.thread.isEmpty { mark["thread_id"] = .string(receipt.thread) }
            let place = Place(eventID: receipt.eventID, type: receipt.type, user: receipt.user)
            let index = counts[place, default: 0]
            counts[place] = index + 1
            if index == contents.count { contents.append([:]) }
            contents[index][receipt.eventID, default: [:]][receipt.type, default: [:]][receipt.user] = mark
        }
        return contents.map { content -> JSONValue in
            let json = content.mapValues { JSONValue.object($0.mapValues(JSONValue.object)) }
            return ["type": "m.receipt", "content": .object(json)]
        }
    }
}

/// The number of a room's members and a few of their names (client-server API, "RoomSummary").
struct RoomSummary {
    private let memberships: MembershipsTable
    private let user: String
    private let room: String

    init(_ database: Database, user: String, room: String) {
        memberships = MembershipsTable(database)
        self.user = user
        self.room = room
    }

    func json() throws -> JSONValue {
        [
            "m.heroes": .array(try memberships.heroes(in: room, for: user, limit: 5).map(JSONValue.string)),
            "m.joined_member_count": .integer(try memberships.count(in: room, .join)),
            "m.invited_member_count": .integer(try memberships.count(in: room, .invite)),
        ]
    }
}
