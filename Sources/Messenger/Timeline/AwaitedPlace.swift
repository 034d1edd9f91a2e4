/// Where a person goes in a timeline, as long as the disk is asked for it.
enum AwaitedPlace: Hashable {
    /// - accepts: whether all before it is done with then.
    case latest(accepts: Bool)
    case message(eventID: String)
}
