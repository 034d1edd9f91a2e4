/// For what a session of a chat was given to all who may read: as long as nothing of it changes, nobody has to be looked at again.
struct ReadyChat: Equatable, Sendable {
    let people: [String]
    let rule: RotationRule
    let isShareable: Bool
    /// Changes whenever a device or an identity is another.
    let devicesNumber: Int
}
