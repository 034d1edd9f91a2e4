import GRDB
import MatrixAPI

/// The place up to which somebody may read a room's state: now, or where they left. Those who were never in a room whose history is
/// world readable read it as it is now.
enum ReadablePlace {
    static func last(_ database: Database, _ user: String, _ room: String) throws -> Int64 {
        guard try MembershipsTable(database).membership(of: user, in: room) != .join else { return .max }
        let history = try StateTable(database).history("m.room.member", user, in: room)
        let joined = history.lastIndex { $0.content["membership"]?.string == "join" }
        guard let joined, joined + 1 < history.count else {
            if try StateTable(database).isWorldReadable(room) { return .max }
            throw Refusal.forbidden("You are not in this room")
        }
        return history[joined + 1].stream
    }
}
