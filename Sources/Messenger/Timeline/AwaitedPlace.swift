/// The user's destination in a timeline while it is being read from disk.
enum AwaitedPlace: Hashable {
    /// - accepts: whether everything before counts as read on arrival.
    case latest(accepts: Bool)
    case message(eventID: String)
}
