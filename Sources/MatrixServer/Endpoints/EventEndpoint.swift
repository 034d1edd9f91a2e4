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
                throw Refusal.notFound("There is no such event for you")
            }
            let ignored = try AccountDataTable(database).ignored(by: caller.userID)
            return try EventView(database, caller, .history(visibility)).json([event], ignoring: ignored)[0]
        }
    }
}
