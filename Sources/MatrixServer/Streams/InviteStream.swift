import GRDB
import MatrixAPI

/// New invites with the stripped state that an invited user sees (client-server API, "Invited Room").
struct InviteStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// - Parameter changes: The changes of the user's memberships since the last sync.
    func add(_ changes: [(room: String, membership: Membership)], to rooms: JSONMembers) throws {
        for room in try composer.rooms(.invite, changes) {
            let own = try StateTable(composer.database).current("m.room.member", composer.user, in: room)
            if let own, composer.ignored.contains(own.sender) { continue }
            let state = try StrippedState(composer.database, room: room).events(for: composer.user)
            try rooms.add(room, .value(["invite_state": ["events": .array(state)]]))
        }
    }
}
