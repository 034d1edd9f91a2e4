import GRDB
import MatrixAPI

/// Rooms that the user asked to be let into (client-server API, "Knocked Room").
struct KnockStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// - Parameter changes: of the user's memberships since the last sync.
    func updates(_ changes: [(room: String, membership: Membership)]) throws -> [String: JSONText] {
        var updates: [String: JSONText] = [:]
        for room in try composer.rooms(.knock, changes) {
            let state = try StrippedState(composer.database, room: room).events(for: composer.user, asThen: true)
            updates[room] = .value(["knock_state": ["events": .array(state)]])
        }
        return updates
    }
}
