/// The end of a room's events, to which the next event is appended.
struct RoomTip: Sendable {
    /// Empty before the first event.
    var latestEventID: String
    var depth: Int64
    /// The number of events of the room that have counted as notifications.
    var notifyOrdinal: Int64
}
