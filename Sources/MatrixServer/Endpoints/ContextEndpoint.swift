import GRDB
import MatrixAPI

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
                throw Refusal.notFound("There is no such event for you")
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
            let json = JSONMembers(text)
            try json.add("event", .value(try told(event)))
            try json.add("events_before", .value(.array(try before.map(told))))
            try json.add("events_after", .value(.array(try after.map(told))))
            let speakers = Set((before + [event] + after).map(\.sender))
            let stateView = EventView(database, caller)
            try json.addList("state") { list in
                try StateTable(database).eachChange(
                    in: room, after: 0, upTo: min(end, ReadablePlace.last(database, caller.userID, room))
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
