/// What is heard of the devices of others.
enum DeviceNews: Sendable {
    /// Servers say that some changed.
    case outdated
    /// What is known of some is other than it was.
    case changed
}
