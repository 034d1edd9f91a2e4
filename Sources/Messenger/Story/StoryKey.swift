/// What is known of the key of a message that came encrypted.
struct StoryKey: Hashable, Sendable {
    /// How many devices of whom could not be given the key of what this device encrypted.
    var unreached: [String: Int] = [:]
    /// The device that encrypted the message; `nil` where nobody vouches for it, or it is none of its sender's by now.
    var device: Device?
    /// Why the message may not be from whom it is said to be.
    var doubt: LineDoubt?

    struct Device: Hashable, Sendable {
        let deviceID: String
        let isThisOne: Bool
    }
}
