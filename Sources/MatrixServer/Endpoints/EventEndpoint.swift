import GRDB
import MatrixAPI

/// `GET event` (client-server API, "Getting events for a room").
enum EventEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let (room, id) = (call.room, call.parameter("eventID"))
        return try await call.server.read { database in
            guard let event = try EventsTable(database).event(id: id, in: room),
                try HistoryVisibility(database, user: caller.userID, room: room).allows(event.stream)
            else { throw Refusal.notFound("There is no such event for you") }
            return try EventView(database, caller).json(event)
        }
    }
}
