/// What a person sees of a verification.
package enum VerificationState: Hashable, Sendable {
    /// The other side asks, and waits for our answer.
    ///
    /// - Parameter isPossible: whether both know a way to do it; else it can only be declined, here or on another device.
    case asked(by: DeviceAddress, isPossible: Bool)
    /// The other side was asked.
    case waitingForAnswer
    /// Both want to, and the other side is expected to begin; so can we.
    case ready
    case exchangingKeys
    case comparing(ComparedString)
    /// We saw the same; the other side hasn't said so yet.
    case waitingForOther
    case done(VerifiedKeys)
    /// - Parameter isOurs: whether this side ended it.
    case cancelled(VerificationCode, isOurs: Bool)

    package var isOver: Bool {
        switch self {
        case .done, .cancelled: true
        case .asked, .waitingForAnswer, .ready, .exchangingKeys, .comparing, .waitingForOther: false
        }
    }
}
