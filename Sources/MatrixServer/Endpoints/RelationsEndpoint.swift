import GRDB
import MatrixAPI

/// `GET relations`: the events that relate to an event (client-server API, "Relationships API").
enum RelationsEndpoint {
    @Sendable static func get(_ call: Call) async throws -> any JSONBody {
        let caller = try call.account
        let (room, id) = (call.room, call.parameter("eventID"))
        let direction = call.target["dir"] ?? "b"
        guard direction == "b" || direction == "f" else { throw Refusal.invalid("dir is b or f") }
        let limit = min(max(try call.number("limit") ?? 50, 1), 500)
        let (from, to) = (try call.token("from")?.events, try call.token("to")?.events)
        let recurse = call.target["recurse"]
        guard [nil, "true", "false"].contains(recurse) else { throw Refusal.invalid("recurse is true or false") }
        let wanted = EventsTable.Relations(
            target: id, kind: call.parameters["relationType"], type: call.parameters["eventType"])
        return try await call.server.compose(for: caller.userID) { database in
            let isBack = direction == "b"
            let events = EventsTable(database)
            let visibility = try HistoryVisibility(database, user: caller.userID, room: room)
            guard let event = try events.event(id: id, in: room), visibility.allows(event.stream) else {
                throw Refusal.notFound("There is no such event for you")
            }
            let (after, upTo) = isBack ? (to ?? 0, from ?? .max) : (from ?? 0, to ?? .max)
            let page =
                if recurse == "true" {
                    try events.recursive(
                        wanted, in: room, after: after, upTo: upTo, limit: limit, isNewestFirst: isBack)
                } else if isBack {
                    try events.newest(wanted, in: room, after: after, upTo: upTo, limit: limit)
                } else {
                    try events.oldest(wanted, in: room, after: after, upTo: upTo, limit: limit)
                }
            let seen = page.events
            let ignored = try AccountDataTable(database).ignored(by: caller.userID)
            let shown = seen.filter { visibility.allows($0.stream) && !$0.isHidden(from: ignored) }
            let view = EventView(database, caller, .history(visibility))
            var json: JSONValue = ["chunk": .array(try view.json(shown, ignoring: ignored))]
            if recurse != nil {
                json["recursion_depth"] = .integer(recurse == "true" ? Int64(EventsTable.deepestRelation) : 1)
            }
            if let from { json["prev_batch"] = .string(SyncToken.history(from)) }
            if page.hasMore, let last = seen.last {
                json["next_batch"] = .string(SyncToken.history(isBack ? last.stream - 1 : last.stream))
            }
            return json
        }
    }
}
