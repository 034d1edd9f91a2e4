/// Whom a change concerns: people, and rooms whose members are looked up after the commit.
struct Woken: Sendable {
    var users: Set<String> = []
    var rooms: Set<String> = []
    /// Rooms whose members are others than before.
    var changedRooms: Set<String> = []
}
