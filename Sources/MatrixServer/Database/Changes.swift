import GRDB

/// What a group of changes works with: the database inside the transaction, what is known of it by heart, and whom to wake
/// after the commit.
///
/// All changes wait for the one writer: what one does is bounded by what was asked, never by how many members, names, rules or
/// rooms there are.
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

    /// Who is in the room is not what it was.
    func changeMembers(of room: String) { woken.changedRooms.insert(room) }

    /// Runs one change. One that throws leaves nothing here; what it wrote is for the caller to undo.
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
