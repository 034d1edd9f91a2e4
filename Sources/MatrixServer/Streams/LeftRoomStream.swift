import GRDB
import MatrixAPI

/// Rooms that the user left or was removed from (client-server API, "Left Room").
struct LeftRoomStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// - Parameter changes: The changes of the user's memberships since the last sync.
    func add(_ changes: [(room: String, membership: Membership)], to members: JSONMembers) throws {
        for room in try rooms(changes) where composer.request.filter.allows(room: room) {
            if let update = try update(of: room) { try members.add(room, update) }
        }
    }

    /// Returns the events up to the leaving. A user who was not in the room, such as one who declines an invite,
    /// learns no more than that. For a user who joined and left since the last sync all of it is new.
    private func update(of room: String) throws -> JSONText? {
        let history = try StateTable(composer.database).history("m.room.member", composer.user, in: room)
        guard let own = history.last else { return nil }
        let since = composer.request.since?.events ?? 0
        let wasJoined = history.last { $0.stream <= since }.map(isJoin) ?? false
        let lastJoin = history.lastIndex(where: isJoin) ?? history.endIndex
        let end = history.dropFirst(lastJoin + 1).first?.stream ?? 0
        let isNew = composer.request.isInitial || (!wasJoined && end > since)
        let timeline = try TimelineStream(composer, room: room, isNew: isNew, upTo: own.stream, lastForeign: end)
            .slice()
        let state = try RoomStateStream(composer, room: room, timeline: timeline, isFull: isNew, upTo: end).events()
        return .object([
            "timeline": try timeline.text(composer), "state": .object(["events": .array(state)]),
            "account_data": .value(["events": []]),
        ])
    }

    private func isJoin(_ event: StoredEvent) -> Bool { event.content["membership"]?.string == "join" }

    private func rooms(_ changes: [(room: String, membership: Membership)]) throws -> [String] {
        guard composer.request.isInitial else {
            return changes.filter { $0.membership == .leave || $0.membership == .ban }.map(\.room)
        }
        guard composer.request.filter.includesLeft else { return [] }
        let memberships = MembershipsTable(composer.database)
        return try memberships.rooms(of: composer.user, .leave) + memberships.rooms(of: composer.user, .ban)
    }
}
