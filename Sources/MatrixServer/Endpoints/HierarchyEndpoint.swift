import GRDB
import MatrixAPI

/// `GET rooms/{roomID}/hierarchy`: a space and its children, depth first, as far as the caller may know of them
/// (client-server API, "Spaces").
///
/// A space may have any number of children, with contents of any size. The walk therefore keeps only what it needs of
/// each child. The children of a page are read one by one while the response is written.
enum HierarchyEndpoint {
    private static let largestPage = 50
    private static let greatestDepth = 10
    /// The maximum number of rooms. A request for the last page reads all rooms before it.
    private static let maxRooms = 1_000
    /// The maximum number of children of one space. The ones that were changed last are left out.
    private static let maxChildren: Int64 = 10_000

    @Sendable static func get(_ call: Call) async throws -> any JSONBody {
        let user = try call.user
        let room = call.room
        let limit = min(max(try call.number("limit") ?? largestPage, 1), largestPage)
        let depth = min(try call.number("max_depth") ?? greatestDepth, greatestDepth)
        let isSuggestedOnly = call.target["suggested_only"] == "true"
        let offset = try call.offset("from", call.target["from"])
        return try await call.server.compose(for: user) { database, text in
            guard try isVisible(room, to: user, database) else {
                throw EndpointError.forbidden("There is no such room, or it is private")
            }
            let json = JSONObjectWriter(text)
            var (count, seen) = (0, Set<String>())
            try json.addList("rooms") { rooms in
                var waiting = [(room: room, depth: 0)]
                while let next = waiting.popLast(), count <= offset + limit, seen.count < maxRooms {
                    guard seen.insert(next.room).inserted, try isVisible(next.room, to: user, database) else {
                        continue
                    }
                    let isOnPage = count >= offset && count < offset + limit
                    let goesDeeper = next.depth < depth
                    let children =
                        isOnPage || goesDeeper
                        ? try children(of: next.room, database, isSuggestedOnly: isSuggestedOnly) : []
                    if isOnPage {
                        try rooms.add { try write(next.room, children, database, into: $0) }
                    }
                    count += 1
                    guard goesDeeper else { continue }
                    waiting += children.prefix(maxRooms).reversed().map { ($0.room, next.depth + 1) }
                }
            }
            if count > offset + limit { try json.add("next_batch", .value(.string(String(offset + limit)))) }
            try json.end()
        }.answer
    }

    private static func isVisible(_ room: String, to user: String, _ database: Database) throws -> Bool {
        guard try RoomsTable(database).exists(room) else { return false }
        let membership = try MembershipsTable(database).membership(of: user, in: room)
        return try RoomSummaryEndpoint.isVisible(RoomProfile(database, room: room), membership)
    }

    private static func write(
        _ room: String, _ children: [ChildOfSpace], _ database: Database, into text: ResponseText
    ) throws {
        let json = JSONObjectWriter(text)
        let profile = try RoomProfile(database, room: room).json(
            people: MembershipsTable(database).count(in: room, .join))
        for (name, value) in profile.object ?? [:] { try json.add(name, .value(value)) }
        let state = StateTable(database)
        try json.addList("children_state") { list in
            for child in children {
                guard let event = try state.current(ChildOfSpace.type, child.room, in: room) else { continue }
                var json = EventView.stripped(event)
                json["origin_server_ts"] = .integer(event.timestamp)
                try list.add(json)
            }
        }
        try json.end()
    }

    /// Returns the children in the order of the space; none if the room is not a space.
    private static func children(
        of room: String, _ database: Database, isSuggestedOnly: Bool
    ) throws -> [ChildOfSpace] {
        let state = StateTable(database)
        guard try state.current("m.room.create", in: room)?.content["type"]?.string == "m.space" else { return [] }
        var children: [ChildOfSpace] = []
        try state.eachCurrent(ChildOfSpace.type, in: room, most: maxChildren) { event in
            guard let child = ChildOfSpace(event) else { return }
            if !isSuggestedOnly || event.content["suggested"] == true { children.append(child) }
        }
        return children.sorted()
    }
}

/// A room in a space, with its place among the others (client-server API, "Ordering of children within a space").
private struct ChildOfSpace: Comparable {
    static let type = "m.space.child"

    let room: String
    private let order: String?
    private let timestamp: Int64

    /// - Returns: `nil` if the event says that the room is not in the space.
    init?(_ event: StoredEvent) {
        guard let room = event.stateKey, event.content["via"]?.array?.isEmpty == false else { return nil }
        self.room = room
        timestamp = event.timestamp
        order = event.content["order"]?.spaceOrder
    }

    static func < (left: ChildOfSpace, right: ChildOfSpace) -> Bool {
        if left.order != right.order {
            guard let first = left.order, let second = right.order else { return left.order != nil }
            return first < second
        }
        return (left.timestamp, left.room) < (right.timestamp, right.room)
    }
}
