/// Somebody in a room, as far as the next event concerns them.
struct KnownMember: Sendable {
    /// `nil` where the person never was in the room.
    let membership: Membership?
    /// The event that says so.
    let eventID: String?
    /// How many of the person's events in the room have counted as notifications.
    var ordinal: Int64
}
