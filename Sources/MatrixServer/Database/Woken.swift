/// The users to wake for a change, and the rooms whose members are looked up after the commit.
struct Woken: Sendable {
    var users: Set<String> = []
    var rooms: Set<String> = []
    /// Rooms whose members changed.
    var changedRooms: Set<String> = []
}
