import GRDB
import MatrixAPI

/// `members` and `joined_members` (client-server API, "Getting events for a room").
enum MembersEndpoint {
    @Sendable static func all(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let room = call.room
        let (wanted, unwanted) = (call.target["membership"], call.target["not_membership"])
        let at = try call.token("at")?.events
        return try await call.server.read { database in
            let place = min(at ?? .max, try ReadablePlace.last(database, caller.userID, room))
            let view = EventView(database, caller)
            let members = try StateTable(database).changes(in: room, after: 0, upTo: place).filter { event in
                guard event.type == "m.room.member" else { return false }
                let membership = event.content["membership"]?.string
                return (wanted == nil || membership == wanted) && (unwanted == nil || membership != unwanted)
            }
            return ["chunk": .array(try members.map { try view.json($0) })]
        }
    }

    @Sendable static func joined(_ call: Call) async throws -> JSONValue {
        let room = call.room
        return try await call.server.read { database in
            var joined = JSONValue.emptyObject
            for event in try StateTable(database).allCurrent(in: room)
            where event.type == "m.room.member" && event.content["membership"]?.string == "join" {
                var member = JSONValue.emptyObject
                member["display_name"] = event.content["displayname"]
                member["avatar_url"] = event.content["avatar_url"]
                joined[event.stateKey ?? ""] = member
            }
            return ["joined": joined]
        }
    }
}
