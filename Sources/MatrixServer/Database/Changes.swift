import GRDB

/// What a change works with: the database inside the transaction, and whom to wake after the commit.
///
/// All changes wait for the one writer: what one does is bounded by what was asked, never by how many members, names, rules or
/// rooms there are.
final class Changes {
    let database: Database
    private(set) var woken = Woken()

    init(database: Database) { self.database = database }

    func wake(_ user: String) { woken.users.insert(user) }

    /// Wakes all who are joined to the room.
    func wakeMembers(of room: String) { woken.rooms.insert(room) }
}
