import GRDB
import MatrixAPI

/// Which joined rooms an answer has to look into.
struct RoomSelection {
    /// Up to this many events behind, the events tell which rooms changed; beyond, the user's rooms are asked.
    private static let shortGap: Int64 = 2000
    private let composer: SyncComposer
    private let accountData: [String: [JSONValue]]

    init(_ composer: SyncComposer, accountData: [String: [JSONValue]]) {
        self.composer = composer
        self.accountData = accountData
    }

    func joined() throws -> [String] {
        let memberships = MembershipsTable(composer.database)
        guard let since = composer.request.since, !composer.request.wantsFullState else {
            return try memberships.rooms(of: composer.user, .join)
        }
        var rooms = try changedRooms(since)
        if since.receipts < composer.now.receipts {
            rooms.formUnion(
                try ReceiptsTable(composer.database).changedRooms(after: since.receipts, upTo: composer.now.receipts))
        }
        rooms.formUnion(composer.typing.keys)
        rooms.formUnion(accountData.keys)
        return try rooms.filter { try memberships.membership(of: composer.user, in: $0) == .join }
    }

    private func changedRooms(_ since: SyncToken) throws -> Set<String> {
        let gap = composer.now.events - since.events
        if gap <= 0 { return [] }
        if gap <= RoomSelection.shortGap {
            return try EventsTable(composer.database).changedRooms(after: since.events, upTo: composer.now.events)
        }
        return Set(
            try composer.database.strings(
                """
                SELECT m.room_id FROM memberships m WHERE m.user_id = ? AND m.membership = 'join'
                AND EXISTS (SELECT 1 FROM events e WHERE e.room_id = m.room_id AND e.stream > ?)
                """, [composer.user, since.events]))
    }
}
