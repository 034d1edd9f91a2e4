import GRDB
import MatrixAPI

/// The part of a room's history that a user may see (client-server API, "Room history visibility").
struct HistoryVisibility {
    /// The user's memberships with the position where each begins, oldest first.
    private let memberships: [(stream: Int64, value: Membership)]
    private let settings: [(stream: Int64, value: String)]
    private let lastJoined: Int64

    init(_ database: Database, user: String, room: String) throws {
        let state = StateTable(database)
        memberships = try state.memberships(of: user, in: room)
        settings = try state.history(of: "history_visibility", "m.room.history_visibility", "", in: room).map {
            ($0.stream, $0.value ?? "shared")
        }
        // The end of the last membership. With `shared`, the user may see the events up to it.
        if memberships.last?.value == .join {
            lastJoined = .max
        } else if let index = memberships.lastIndex(where: { $0.value == .join }) {
            lastJoined = memberships[index + 1].stream
        } else {
            lastJoined = 0
        }
    }

    /// Whether the user was ever in the room.
    var hasJoined: Bool { lastJoined > 0 }

    /// Whether the user may see the event at `stream`. A change of membership or of the setting itself is visible
    /// if either the state before or after it allows that, as the specification requires.
    func allows(_ stream: Int64) -> Bool {
        allows(stream, asOf: stream) || allows(stream, asOf: stream - 1)
    }

    /// The positions that ``allows(_:)`` allows, in order.
    var ranges: [ClosedRange<Int64>] {
        let turns = Set(memberships.map(\.stream) + settings.map(\.stream) + [0]).sorted()
        var ranges: [ClosedRange<Int64>] = []
        let add = { (range: ClosedRange<Int64>) in
            if let last = ranges.last, last.upperBound == range.lowerBound - 1 {
                ranges[ranges.count - 1] = last.lowerBound...range.upperBound
            } else {
                ranges.append(range)
            }
        }
        for (index, turn) in turns.enumerated() {
            if allows(turn) { add(turn...turn) }
            let end = index + 1 < turns.count ? turns[index + 1] - 1 : .max
            // Visibility is constant between two of these positions.
            if turn < end, allows(turn + 1, asOf: turn) { add(turn + 1...end) }
        }
        return ranges
    }

    /// Returns the membership of the user right after the event at `stream`.
    func membership(at stream: Int64) -> Membership {
        Self.last(of: memberships, at: stream) ?? .leave
    }

    private func allows(_ stream: Int64, asOf place: Int64) -> Bool {
        let setting = Self.last(of: settings, at: place) ?? "shared"
        let membership = Self.last(of: memberships, at: place)
        if setting == "world_readable" || membership == .join { return true }
        switch setting {
        case "invited": return membership == .invite
        case "joined": return false
        default: return stream <= lastJoined
        }
    }

    /// Returns the last change that is not after a position, by binary search.
    private static func last<Value>(
        of changes: [(stream: Int64, value: Value)], at place: Int64
    ) -> Value? {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].stream <= place { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? changes[low - 1].value : nil
    }
}
