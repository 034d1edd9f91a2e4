/// The visible state of a verification.
package enum VerificationState: Hashable, Sendable {
    /// The other side sent a request, and waits for our response.
    ///
    /// - Parameter isPossible: whether the sides have a method in common. Otherwise the request can only be declined,
    ///   or accepted on another device.
    case asked(by: DeviceAddress, isPossible: Bool)
    /// We sent a request.
    case waitingForAnswer
    /// Both sides accepted. The other side starts, or this one in a moment.
    case ready
    case exchangingKeys
    case comparing(ComparedString)
    /// Our user confirmed the strings; the other side has not yet.
    case waitingForOther
    case done(VerifiedKeys)
    /// - Parameter isOurs: whether this side ended it.
    case cancelled(VerificationCode, isOurs: Bool)

    /// Whether the other side waits for this one, or is about to. Leaving then requires a cancellation.
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
