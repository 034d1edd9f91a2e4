/// What a person sees of a verification.
package enum VerificationState: Hashable, Sendable {
    /// The other side asks, and waits for our answer.
    ///
    /// - Parameter isPossible: whether both know a way to do it; else it can only be declined, here or on another device.
    case asked(by: DeviceAddress, isPossible: Bool)
    /// The other side was asked.
    case waitingForAnswer
    /// Both want to. The other side begins, or this one in a moment.
    case ready
    case exchangingKeys
    case comparing(ComparedString)
    /// We saw the same; the other side hasn't said so yet.
    case waitingForOther
    case done(VerifiedKeys)
    /// - Parameter isOurs: whether this side ended it.
    case cancelled(VerificationCode, isOurs: Bool)

    /// Whether the other side waits for this one, or is about to: who leaves then has to say so.
    package var isGoingOn: Bool {
        switch self {
        case .waitingForAnswer, .ready, .exchangingKeys, .comparing, .waitingForOther: true
        case .asked, .done, .cancelled: false
        }
    }

    package var isOver: Bool {
        switch self {
        case .done, .cancelled: true
        case .asked, .waitingForAnswer, .ready, .exchangingKeys, .comparing, .waitingForOther: false
        }
    }
}
