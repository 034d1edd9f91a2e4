/// Who is joined to the rooms that were last written to, for those who wake them after each commit.
struct JoinedUsers {
    /// All rooms' members together.
    private static let most = 50_000
    private var rooms: [String: [String]] = [:]
    private var count = 0
    /// Grows whenever a room is forgotten: what was read before that may be of before the change.
    private(set) var generation = 0

    subscript(room: String) -> [String]? { rooms[room] }

    mutating func forget(_ changed: Set<String>) {
        guard !changed.isEmpty else { return }
        generation += 1
        for room in changed { count -= rooms.removeValue(forKey: room)?.count ?? 0 }
    }

    /// - Parameter asOf: the ``generation`` before they were read.
    mutating func put(_ users: [String], for room: String, asOf: Int) {
        guard asOf == generation, users.count <= JoinedUsers.most else { return }
        count += users.count - (rooms.updateValue(users, forKey: room)?.count ?? 0)
        guard count > JoinedUsers.most else { return }
        rooms = [room: users]
        count = users.count
    }
}
