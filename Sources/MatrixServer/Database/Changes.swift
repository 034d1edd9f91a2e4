import GRDB

/// The context of a group of changes: the database inside the transaction, the cached rooms, and the users to wake
/// after the commit.
///
/// All changes wait for the single writer. The cost of a change is bounded by its request, never by the number of
/// members, names, rules or rooms.
final class Changes {
    let database: Database
    var known: KnownRooms
    private(set) var woken = Woken()

    init(database: Database, known: KnownRooms = KnownRooms()) {
        self.database = database
        self.known = known
    }

    func wake(_ user: String) { woken.users.insert(user) }

    /// Wakes all who are joined to the room.
    func wakeMembers(of room: String) { woken.rooms.insert(room) }

    /// Records that the members of the room changed.
    func changeMembers(of room: String) { woken.changedRooms.insert(room) }

    /// Runs a change. If it throws, its effects here are undone; the caller undoes its writes.
    func attempt(_ change: () throws -> Void) throws {
        let before = woken
        known.beginChange()
        do {
            try change()
        } catch {
            woken = before
            known.undoChange()
            throw error
        }
    }
}
