import GRDB
import MatrixAPI

/// `GET rooms/{roomID}/hierarchy`: a space and its children, depth first, as far as the caller may know of them
/// (client-server API, "Spaces").
enum HierarchyEndpoint {
    private static let largestPage = 50
    private static let greatestDepth = 10
    /// The maximum number of rooms. A request for the last page reads all rooms before it.
    private static let mostRooms = 1_000

    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let room = call.room
        let limit = min(max(try call.number("limit") ?? largestPage, 1), largestPage)
        let depth = min(try call.number("max_depth") ?? greatestDepth, greatestDepth)
        let isSuggestedOnly = call.target["suggested_only"] == "true"
        let offset = try call.offset("from", call.target["from"])
        return try await call.read { database in
            guard try isVisible(room, to: user, database) else {
                throw Refusal.forbidden("There is no such room, or it is private")
            }
            var found: [JSONValue] = []
            var seen: Set<String> = []
            var waiting = [(room: room, depth: 0)]
            while let next = waiting.popLast(), found.count <= offset + limit, seen.count < mostRooms {
                guard seen.insert(next.room).inserted, try isVisible(next.room, to: user, database) else { continue }
                let children = try children(of: next.room, database, isSuggestedOnly: isSuggestedOnly)
                found.append(try json(next.room, children, database))
                guard next.depth < depth else { continue }
                waiting += children.reversed().map { ($0.stateKey ?? "", next.depth + 1) }
            }
            var json: JSONValue = ["rooms": .array(Array(found.dropFirst(offset).prefix(limit)))]
            if found.count > offset + limit { json["next_batch"] = .string(String(offset + limit)) }
            return json
        }
    }

    private static func isVisible(_ room: String, to user: String, _ database: Database) throws -> Bool {
        guard try RoomsTable(database).exists(room) else { return false }
        let membership = try MembershipsTable(database).membership(of: user, in: room)
        return try RoomSummaryEndpoint.isVisible(RoomProfile(database, room: room), membership)
    }

    private static func json(_ room: String, _ children: [StoredEvent], _ database: Database) throws -> JSONValue {
        var json = try RoomProfile(database, room: room).json(
            people: MembershipsTable(database).count(in: room, .join))
        json["children_state"] = .array(
            children.map { child in
                var event = EventView.stripped(child)
                event["origin_server_ts"] = .integer(child.timestamp)
                return event
            })
        return json
    }

    /// Returns the children in the order of the space; none if the room is not a space.
    private static func children(
        of room: String, _ database: Database, isSuggestedOnly: Bool
    ) throws -> [StoredEvent] {
        let state = StateTable(database)
        guard try state.current("m.room.create", in: room)?.content["type"]?.string == "m.space" else { return [] }
        return try state.allCurrent("m.space.child", in: room).filter { child in
            let isPart = child.content["via"]?.array?.isEmpty == false
            return isPart && (!isSuggestedOnly || child.content["suggested"] == true)
        }.sorted(by: isBefore)
    }

    private static func isBefore(_ left: StoredEvent, _ right: StoredEvent) -> Bool {
        let (first, second) = (left.content["order"]?.string, right.content["order"]?.string)
        if first != second {
            guard let first, let second else { return first != nil }
            return first < second
        }
        return (left.timestamp, left.stateKey ?? "") < (right.timestamp, right.stateKey ?? "")
    }
}
