import GRDB
import MatrixAPI

/// Rooms that the user left or was removed from (client-server API, "Left Room").
struct LeftRoomStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    func updates() throws -> JSONValue {
        var updates = JSONValue.emptyObject
        for room in try rooms() where composer.request.filter.allows(room: room) {
            guard
                let own = try StateTable(composer.database).current("m.room.member", composer.user, in: room)
            else { continue }
            let timeline = try TimelineStream(
                composer, room: room, isNew: composer.request.isInitial, upTo: own.stream
            ).slice()
            let state = try RoomStateStream(
                composer, room: room, timeline: timeline, isFull: composer.request.isInitial
            ).events()
            updates[room] = [
                "timeline": try timeline.json(composer), "state": ["events": .array(state)],
                "account_data": ["events": []],
            ]
        }
        return updates
    }

    private func rooms() throws -> [String] {
        let memberships = MembershipsTable(composer.database)
        guard let since = composer.request.since else {
            guard composer.request.filter.includesLeft else { return [] }
            return try memberships.rooms(of: composer.user, .leave) + memberships.rooms(of: composer.user, .ban)
        }
        return try memberships.changes(of: composer.user, after: since.events, upTo: composer.now.events)
            .filter { $0.membership == .leave || $0.membership == .ban }.map(\.room)
    }
}
