import GRDB
import MatrixAPI

/// `GET relations`: what relates to an event (client-server API, "Relationships API").
enum RelationsEndpoint {
    // NOTSPEC: events come without aggregations of their relations (`unsigned.m.relations`). A client that follows the room
    // has all relations; one that doesn't asks here.
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let (room, id) = (call.room, call.parameter("eventID"))
        let direction = call.target["dir"] ?? "b"
        guard direction == "b" || direction == "f" else { throw Refusal.invalid("dir is b or f") }
        let limit = min(max(try call.number("limit") ?? 50, 1), 500)
        let (from, to) = (try call.token("from")?.events, try call.token("to")?.events)
        let wanted = EventsTable.Relations(
            target: id, kind: call.parameters["relationType"], type: call.parameters["eventType"])
        return try await call.server.read { database in
            let isBack = direction == "b"
            let events = EventsTable(database)
            let visibility = try HistoryVisibility(database, user: caller.userID, room: room)
            guard let event = try events.event(id: id, in: room), visibility.allows(event.stream) else {
                throw Refusal.notFound("There is no such event for you")
            }
            let page =
                try isBack
                ? events.newest(wanted, in: room, after: to ?? 0, upTo: from ?? .max, limit: limit + 1)
                : events.oldest(wanted, in: room, after: from ?? 0, upTo: to ?? .max, limit: limit + 1)
            let seen = page.prefix(limit)
            let view = EventView(database, caller)
            var json: JSONValue = [
                "chunk": .array(try seen.filter { visibility.allows($0.stream) }.map(view.json))
            ]
            if let from { json["prev_batch"] = .string(SyncToken.history(from)) }
            if page.count > limit, let last = seen.last {
                json["next_batch"] = .string(SyncToken.history(isBack ? last.stream - 1 : last.stream))
            }
            return json
        }
    }
}
