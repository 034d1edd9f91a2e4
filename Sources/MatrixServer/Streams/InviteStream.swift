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

    /// - Parameter changes: of the user's memberships since the last sync.
    func updates(_ changes: [(room: String, membership: Membership)]) throws -> [String: JSONText] {
        let isFull = composer.request.isInitial || composer.request.wantsFullState
        let rooms =
            isFull
            ? try MembershipsTable(composer.database).rooms(of: composer.user, .invite)
            : changes.filter { $0.membership == .invite }.map(\.room)
        var updates: [String: JSONText] = [:]
        for room in rooms where composer.request.filter.allows(room: room) {
            let own = try StateTable(composer.database).current("m.room.member", composer.user, in: room)
            if let own, composer.ignored.contains(own.sender) { continue }
            updates[room] = .value(["invite_state": ["events": .array(try strippedState(of: room))]])
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
