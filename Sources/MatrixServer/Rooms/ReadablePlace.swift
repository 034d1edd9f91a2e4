import GRDB
import MatrixAPI

/// The position up to which a user may read a room's state: the present, or the position at which they left. Users
/// who were never in a world-readable room read the present state.
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
