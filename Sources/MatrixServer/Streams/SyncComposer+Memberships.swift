extension SyncComposer {
    /// The rooms to tell of in which the user is no member but something else: those since the last sync, or all where all is wanted.
    ///
    /// - Parameter changes: of the user's memberships since the last sync.
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
