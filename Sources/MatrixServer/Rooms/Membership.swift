/// A user's relation to a room (client-server API, `m.room.member`).
enum Membership: String, Sendable {
    case join, invite, knock, leave, ban
}
