/// The data about a room member that is needed for the next event.
struct KnownMember: Sendable {
    /// `nil` if the user never was in the room.
    let membership: Membership?
    /// The member event with the membership.
    let eventID: String?
    /// The number of the user's events in the room that have counted as notifications.
    var ordinal: Int64
}
