import GRDB
import MatrixAPI

/// The data about a room member that is needed for the next event.
struct KnownMember: Sendable {
    /// `nil` if the user never was in the room.
    let membership: Membership?
    /// The member event with the membership.
    let eventID: String?
    /// The number of the user's events in the room that have counted as notifications.
    var ordinal: Int64
}

/// The data about a room that is needed to check and append the next event.
struct KnownRoom: Sendable {
    var tip: RoomTip
    /// The identifiers of the corresponding events; `nil` if there is none yet.
    let creationID: String?
    let levelsID: String?
    let levels: PowerLevels
    /// The cached members, including users who were never in the room.
    var members: [String: KnownMember] = [:]
}

/// A user's relation to a room (client-server API, `m.room.member`).
enum Membership: String, Sendable {
    case join, invite, knock, leave, ban
}

/// A new alias for a room of this server.
struct NewAlias: Sendable {
    let alias: RoomAlias
    private let limits: ServerLimits

    /// - Throws: An ``EndpointError`` if it is no alias, or an alias of another server.
    init(_ text: String, on server: Homeserver) throws {
        guard let alias = RoomAlias(text) else { throw EndpointError.invalid("\(text) is no room alias") }
        guard alias.server == server.configuration.serverName else {
            throw EndpointError.invalid("Aliases of another server are made there")
        }
        self.alias = alias
        limits = server.configuration.limits
    }

    func isFree(_ database: Database) throws -> Bool {
        try AliasesTable(database).alias(alias.description) == nil
    }

    func insert(for room: String, by creator: String, _ database: Database) throws {
        try AliasesTable(database).insert(alias, room: room, creator: creator, within: limits)
    }
}

/// Sets receipts and the read marker (client-server API, "Receipts", "Fully read markers").
struct ReadMark: Sendable {
    private let type: String
    private let eventID: String
    private let room: String
    private let thread: String
    private let user: String

    init(_ type: String, _ eventID: String, room: String, thread: String, user: String) {
        self.type = type
        self.eventID = eventID
        self.room = room
        self.thread = thread
        self.user = user
    }

    func set(_ changes: Changes) throws {
        guard let event = try EventsTable(changes.database).event(id: eventID, in: room) else {
            throw EndpointError.notFound("There is no such event in this room")
        }
        if type == "m.fully_read" {
            try AccountDataTable(changes.database).put(type, of: user, in: room, ["event_id": .string(eventID)])
            return changes.wake(user)
        }
        try checkThread(of: event, changes.database)
        let receipt = Receipt(
            user: user, type: type, thread: thread, eventID: eventID, stream: event.stream, timestamp: Timestamp.now)
        guard try ReceiptsTable(changes.database).put(receipt, in: room) else { return }
        changes.wake(user)
        if type == "m.read" { changes.wakeMembers(of: room) }
    }

    /// Checks that the thread is one of the room. Otherwise somebody could store any number of receipts, with any text.
    private func checkThread(of event: StoredEvent, _ database: Database) throws {
        guard thread != "", thread != "main", thread != eventID, thread != ThreadReads.root(of: event) else { return }
        guard thread.utf8.count <= 255, try EventsTable(database).event(id: thread, in: room) != nil else {
            throw EndpointError.invalid("thread_id is no event of this room")
        }
    }
}

/// The position up to which a user may read a room's state: the present, or the position at which they left. Users
/// who were never in a world-readable room read the present state.
enum ReadablePosition {
    static func last(_ database: Database, _ user: String, _ room: String) throws -> Int64 {
        guard try MembershipsTable(database).membership(of: user, in: room) != .join else { return .max }
        let history = try StateTable(database).memberships(of: user, in: room)
        let joined = history.lastIndex { $0.value == .join }
        guard let joined, joined + 1 < history.count else {
            if try StateTable(database).isWorldReadable(room) { return .max }
            throw EndpointError.forbidden("You are not in this room")
        }
        return history[joined + 1].stream
    }
}

/// A receipt (client-server API, "Receipts").
struct Receipt: Sendable {
    let user: String
    /// `m.read` or `m.read.private`.
    let type: String
    /// The thread's root, `main`, or empty for an unthreaded receipt.
    let thread: String
    let eventID: String
    /// The event's position in the order.
    let stream: Int64
    /// Milliseconds since 1970.
    let timestamp: Int64
}

/// The end of a room's events, to which the next event is appended.
struct RoomTip: Sendable {
    /// Empty before the first event.
    var latestEventID: String
    var depth: Int64
    /// The number of events of the room that have counted as notifications.
    var notifyOrdinal: Int64
}

/// The names of a user in texts: their display name in the room, and the local part of their identifier.
struct SearchedNames: Hashable, Sendable {
    private let names: [String]

    init(_ database: Database, of user: String, in room: String) throws {
        let display = try MembershipsTable(database).displayName(of: user, in: room)
        names = [display, UserID(user)?.localpart].compactMap(\.self)
    }

    /// Returns for each text whether it names the user.
    func areFound(in texts: [String]) -> [Bool] {
        let searches = names.map(WordSearch.init)
        return texts.map { text in searches.contains { $0.isFound(in: text) } }
    }
}

/// The type and the state key that identify a piece of a room's state.
struct StateKey: Hashable {
    let type: String
    let key: String

    /// - Returns: `nil` for an event that is not state.
    init?(_ event: StoredEvent) {
        guard let key = event.stateKey else { return nil }
        type = event.type
        self.key = key
    }
}

/// The unread events of a room for a user (client-server API, "Receiving notifications").
struct UnreadCounts: Hashable, Sendable {
    let notifications: Int64
    let highlights: Int64

    static let none = UnreadCounts(notifications: 0, highlights: 0)

    static func + (one: UnreadCounts, other: UnreadCounts) -> UnreadCounts {
        UnreadCounts(
            notifications: one.notifications + other.notifications, highlights: one.highlights + other.highlights)
    }

    static func - (one: UnreadCounts, other: UnreadCounts) -> UnreadCounts {
        UnreadCounts(
            notifications: max(0, one.notifications - other.notifications),
            highlights: max(0, one.highlights - other.highlights))
    }

    var json: JSONValue {
        ["notification_count": .integer(notifications), "highlight_count": .integer(highlights)]
    }
}
