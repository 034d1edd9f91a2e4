import GRDB
import MatrixAPI

/// New invitations with the little that an invited user sees (client-server API, "Invited Room").
struct InviteStream {
    private static let shown = [
        "m.room.create", "m.room.join_rules", "m.room.name", "m.room.avatar", "m.room.topic", "m.room.canonical_alias",
        "m.room.encryption",
    ]

    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    func updates() throws -> JSONValue {
        let memberships = MembershipsTable(composer.database)
        var rooms: [String] = []
        if let since = composer.request.since, !composer.request.wantsFullState {
            rooms = try memberships.changes(of: composer.user, after: since.events, upTo: composer.now.events)
                .filter { $0.membership == .invite }.map(\.room)
        } else {
            rooms = try memberships.rooms(of: composer.user, .invite)
        }
        var updates = JSONValue.emptyObject
        for room in rooms where composer.request.filter.allows(room: room) {
            let own = try StateTable(composer.database).current("m.room.member", composer.user, in: room)
            if let own, composer.ignored.contains(own.sender) { continue }
            updates[room] = ["invite_state": ["events": .array(try strippedState(of: room))]]
        }
        return updates
    }

    private func strippedState(of room: String) throws -> [JSONValue] {
        let state = StateTable(composer.database)
        var events = try InviteStream.shown.compactMap { try state.current($0, in: room) }
        if let own = try state.current("m.room.member", composer.user, in: room) {
            if let inviter = try state.current("m.room.member", own.sender, in: room) { events.append(inviter) }
            events.append(own)
        }
        return events.map(EventView.stripped)
    }
}
