import GRDB
import MatrixAPI

/// The joined rooms that an answer has to check.
struct RoomSelection {
    /// The number of events for which the changed rooms are read from the events. Across a longer gap all of the
    /// user's rooms are checked.
    private static let shortGap: Int64 = 2000
    private let composer: SyncComposer
    private let changedData: Set<String>

    /// - Parameter changedData: The rooms whose account data changed.
    init(_ composer: SyncComposer, changedData: Set<String>) {
        self.composer = composer
        self.changedData = changedData
    }

    /// Returns the rooms, each with the position of the user's newest member event.
    func joined() throws -> [String: Int64] {
        let memberships = MembershipsTable(composer.database)
        guard let since = composer.request.since, !composer.request.wantsFullState else {
            return try memberships.joined(composer.user)
        }
        var rooms = try changedRooms(since)
        if since.receipts < composer.now.receipts {
            let marked = try memberships.joined(
                composer.user, ReceiptsTable.changedRooms, [since.receipts, composer.now.receipts])
            rooms.merge(marked) { place, _ in place }
        }
        for room in Set(composer.typing.keys).union(changedData) where rooms[room] == nil {
            rooms[room] = try memberships.joined(composer.user, "?", [room])[room]
        }
        return rooms
    }

    private func changedRooms(_ since: SyncToken) throws -> [String: Int64] {
        let memberships = MembershipsTable(composer.database)
        let gap = composer.now.events - since.events
        if gap <= 0 { return [:] }
        if gap <= RoomSelection.shortGap {
            return try memberships.joined(
                composer.user, EventsTable.changedRooms, [since.events, composer.now.events])
        }
        return try memberships.joined(composer.user, changedAfter: since.events)
    }
}
