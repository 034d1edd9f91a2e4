/// Facts about the key of an encrypted message.
struct StoryKey: Hashable, Sendable {
    /// The number of devices, by user, that couldn't be given the key of a message from this device.
    var unreached: [String: Int] = [:]
    /// The device that encrypted the message; `nil` if it can't be vouched for or no longer belongs to the sender.
    var device: Device?
    /// The reason why the message may not be from its stated sender.
    var doubt: LineDoubt?

    struct Device: Hashable, Sendable {
        let deviceID: String
        let isThisOne: Bool
    }
}
