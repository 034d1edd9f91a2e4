import GRDB
import MatrixAPI

/// `GET context` (client-server API, "Event Context").
enum ContextEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let (room, id) = (call.room, call.parameter("eventID"))
        let isLazy = try FilterArgument.parse(call.target["filter"])?["lazy_load_members"]?.bool == true
        let half = min(try call.number("limit") ?? 10, 200) / 2
        return try await call.server.read { database in
            let events = EventsTable(database)
            let visibility = try HistoryVisibility(database, user: caller.userID, room: room)
            guard let event = try events.event(id: id, in: room), visibility.allows(event.stream) else {
                throw Refusal.notFound("There is no such event for you")
            }
            let ignored = try AccountDataTable(database).ignored(by: caller.userID)
            let before = try events.newest(in: room, after: 0, upTo: event.stream - 1, limit: half)
                .filter { visibility.allows($0.stream) && !$0.isHidden(from: ignored) }
            let after = try events.oldest(in: room, after: event.stream, upTo: .max, limit: half)
                .filter { visibility.allows($0.stream) && !$0.isHidden(from: ignored) }
            let end = after.last?.stream ?? event.stream
            let view = EventView(database, caller, .history(visibility))
            let relations = try view.relations(of: before + [event] + after, ignoring: ignored)
            let json = { (event: StoredEvent) in try view.json(event, relations: relations[event.eventID]) }
            var state = try StateTable(database).changes(
                in: room, after: 0, upTo: min(end, ReadablePlace.last(database, caller.userID, room)))
            if isLazy {
                let speakers = Set((before + [event] + after).map(\.sender))
                state.removeAll { $0.type == "m.room.member" && !speakers.contains($0.stateKey ?? "") }
            }
            return [
                "event": try json(event), "events_before": .array(try before.map(json)),
                "events_after": .array(try after.map(json)),
                "state": .array(try state.map { try EventView(database, caller).json($0) }),
                "start": .string(SyncToken.history((before.last?.stream ?? event.stream) - 1)),
                "end": .string(SyncToken.history(end)),
            ]
        }
    }
}
