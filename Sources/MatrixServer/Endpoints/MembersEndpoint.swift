import GRDB
import MatrixAPI

/// `members` and `joined_members` (client-server API, "Getting events for a room").
enum MembersEndpoint {
    @Sendable static func all(_ call: Call) async throws -> any JSONBody {
        let caller = try call.account
        let room = call.room
        let (wanted, unwanted) = (call.target["membership"], call.target["not_membership"])
        let at = try call.token("at")?.events
        return try await call.server.compose(for: caller.userID) { database, text in
            let place = min(at ?? .max, try ReadablePlace.last(database, caller.userID, room))
            let view = EventView(database, caller)
            let json = JSONMembers(text)
            try json.addList("chunk") { chunk in
                try StateTable(database).eachChange(in: room, after: 0, upTo: place, type: "m.room.member") { event in
                    let membership = event.content["membership"]?.string
                    if wanted == nil || membership == wanted, unwanted == nil || membership != unwanted {
                        try chunk.add(try view.json(event))
                    }
                    return true
                }
            }
            try json.end()
        }.answer
    }

    @Sendable static func joined(_ call: Call) async throws -> any JSONBody {
        let room = call.room
        return try await call.server.compose(for: try call.user) { database, text in
            let json = JSONMembers(text)
            try json.add("joined") { text in
                let joined = JSONMembers(text)
                try StateTable(database).eachCurrent("m.room.member", in: room) { event in
                    guard event.content["membership"]?.string == "join" else { return }
                    var member = JSONValue.emptyObject
                    member["display_name"] = event.content["displayname"]
                    member["avatar_url"] = event.content["avatar_url"]
                    try joined.add(event.stateKey ?? "", .value(member))
                }
                try joined.end()
            }
            try json.end()
        }.answer
    }
}
