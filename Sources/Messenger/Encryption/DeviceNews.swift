/// Changes of other people's devices.
enum DeviceNews: Sendable {
    /// Servers report that some devices have changed.
    case outdated
    /// The known devices or identities have changed.
    case changed
}
