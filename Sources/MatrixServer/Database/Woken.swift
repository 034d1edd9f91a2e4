/// Whom a change concerns: people, and rooms whose members are looked up after the commit.
struct Woken: Sendable {
    var users: Set<String> = []
    var rooms: Set<String> = []

    mutating func formUnion(_ other: Woken) {
        users.formUnion(other.users)
        rooms.formUnion(other.rooms)
    }
}
