/// A cache of the joined users of the rooms that were last written to. It is used to wake them after each commit.
struct JoinedUsers {
    /// The maximum number of members in all rooms together.
    private static let most = 50_000
    private var rooms: [String: [String]] = [:]
    private var count = 0
    /// The generation, which grows whenever a room is removed. A list that was read in an earlier generation may be
    /// outdated.
    private(set) var generation = 0

    subscript(room: String) -> [String]? { rooms[room] }

    mutating func forget(_ changed: Set<String>) {
        guard !changed.isEmpty else { return }
        generation += 1
        for room in changed { count -= rooms.removeValue(forKey: room)?.count ?? 0 }
    }

    /// - Parameter asOf: The ``generation`` before the users were read.
    mutating func put(_ users: [String], for room: String, asOf: Int) {
        guard asOf == generation, users.count <= JoinedUsers.most else { return }
        count += users.count - (rooms.updateValue(users, forKey: room)?.count ?? 0)
        guard count > JoinedUsers.most else { return }
        rooms = [room: users]
        count = users.count
    }
}
