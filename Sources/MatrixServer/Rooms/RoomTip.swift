/// What the next event of a room builds on.
struct RoomTip: Sendable {
    /// Empty before the first event.
    var latestEventID: String
    var depth: Int64
    /// How many events of the room have counted as notifications.
    var notifyOrdinal: Int64
}
