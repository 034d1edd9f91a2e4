import GRDB
import MatrixAPI

/// `GET event` (client-server API, "Getting events for a room").
enum EventEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let (room, id) = (call.room, call.parameter("eventID"))
        return try await call.read { database in
            let visibility = try HistoryVisibility(database, user: caller.userID, room: room)
            guard let event = try EventsTable(database).event(id: id, in: room), visibility.allows(event.stream) else {
                throw EndpointError.notFound("There is no such event for you")
            }
            let ignored = try AccountDataTable(database).ignored(by: caller.userID)
            return try EventView(database, caller, .history(visibility)).json([event], ignoring: ignored)[0]
        }
    }
}

/// `GET context` (client-server API, "Event Context").
enum ContextEndpoint {
    @Sendable static func get(_ call: Call) async throws -> any JSONBody {
        let caller = try call.account
        let (room, id) = (call.room, call.parameter("eventID"))
        let isLazy = try FilterArgument.parse(call.target["filter"])?["lazy_load_members"]?.bool == true
        let half = min(try call.number("limit") ?? 10, 200) / 2
        return try await call.server.compose(for: caller.userID) { database, text in
            let events = EventsTable(database)
            let visibility = try HistoryVisibility(database, user: caller.userID, room: room)
            guard let event = try events.event(id: id, in: room), visibility.allows(event.stream) else {
                throw EndpointError.notFound("There is no such event for you")
            }
            let ignored = try AccountDataTable(database).ignored(by: caller.userID)
            let before = try events.newest(in: room, after: 0, upTo: event.stream - 1, limit: half).events
                .filter { visibility.allows($0.stream) && !$0.isHidden(from: ignored) }
            let after = try events.oldest(in: room, after: event.stream, upTo: .max, limit: half).events
                .filter { visibility.allows($0.stream) && !$0.isHidden(from: ignored) }
            let end = after.last?.stream ?? event.stream
            let view = EventView(database, caller, .history(visibility))
            let relations = try view.relations(of: before + [event] + after, ignoring: ignored)
            let told = { (event: StoredEvent) in try view.json(event, relations: relations[event.eventID]) }
            let json = JSONObjectWriter(text)
            try json.add("event", .value(try told(event)))
            try json.add("events_before", .value(.array(try before.map(told))))
            try json.add("events_after", .value(.array(try after.map(told))))
            let speakers = Set((before + [event] + after).map(\.sender))
            let stateView = EventView(database, caller)
            try json.addList("state") { list in
                try StateTable(database).eachChange(
                    in: room, after: 0, upTo: min(end, ReadablePosition.last(database, caller.userID, room))
                ) { event in
                    let isLeftOut = isLazy && event.type == "m.room.member" && !speakers.contains(event.stateKey ?? "")
                    if !isLeftOut { try list.add(try stateView.json(event)) }
                    return true
                }
            }
            let start = (before.last?.stream ?? event.stream) - 1
            try json.add("start", .value(.string(SyncToken.history(start))))
            try json.add("end", .value(.string(SyncToken.history(end))))
            try json.end()
        }.answer
    }
}

/// `GET relations`: the events that relate to an event (client-server API, "Relationships API").
enum RelationsEndpoint {
    @Sendable static func get(_ call: Call) async throws -> any JSONBody {
        let caller = try call.account
        let (room, id) = (call.room, call.parameter("eventID"))
        let direction = call.target["dir"] ?? "b"
        guard direction == "b" || direction == "f" else { throw EndpointError.invalid("dir is b or f") }
        let limit = min(max(try call.number("limit") ?? 50, 1), 500)
        let (from, to) = (try call.token("from")?.events, try call.token("to")?.events)
        let recurse = call.target["recurse"]
        guard [nil, "true", "false"].contains(recurse) else { throw EndpointError.invalid("recurse is true or false") }
        let wanted = EventsTable.Relations(
            target: id, kind: call.parameters["relationType"], type: call.parameters["eventType"])
        return try await call.server.compose(for: caller.userID) { database in
            let isBack = direction == "b"
            let events = EventsTable(database)
            let visibility = try HistoryVisibility(database, user: caller.userID, room: room)
            guard let event = try events.event(id: id, in: room), visibility.allows(event.stream) else {
                throw EndpointError.notFound("There is no such event for you")
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
