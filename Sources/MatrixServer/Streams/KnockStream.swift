import GRDB
import MatrixAPI

/// Rooms to which the user has knocked (client-server API, "Knocked Room").
struct KnockStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// - Parameter changes: The changes of the user's memberships since the last sync.
    func add(_ changes: [(room: String, membership: Membership)], to rooms: JSONMembers) throws {
        for room in try composer.rooms(.knock, changes) {
            let state = try StrippedState(composer.database, room: room).events(for: composer.user, asThen: true)
            try rooms.add(room, .value(["knock_state": ["events": .array(state)]]))
        }
    }
}
