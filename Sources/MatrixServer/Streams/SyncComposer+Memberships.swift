extension SyncComposer {
    /// Returns the rooms with a membership other than join: the rooms changed since the last sync, or all if all
    /// are requested.
    ///
    /// - Parameter changes: The changes of the user's memberships since the last sync.
    func rooms(
        _ membership: Membership, _ changes: [(room: String, membership: Membership)]
    ) throws -> [String] {
        let rooms =
            request.isInitial || request.wantsFullState
            ? try MembershipsTable(database).rooms(of: user, membership)
            : changes.filter { $0.membership == membership }.map(\.room)
        return rooms.filter(request.filter.allows(room:))
    }
}
