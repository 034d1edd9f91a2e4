/// The inputs for sharing the key of a chat's session. While they stay the same, the recipients need not be
/// checked again.
struct ReadyChat: Equatable, Sendable {
    let people: [String]
    let rule: RotationRule
    let isShareable: Bool
    /// A counter that changes whenever a device or an identity changes.
    let devicesNumber: Int
}
