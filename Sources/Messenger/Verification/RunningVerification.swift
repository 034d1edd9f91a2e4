import MatrixCrypto

/// A verification in progress in a ``VerificationEndpoint``.
struct RunningVerification {
    var machine: VerificationMachine
    let chatID: String?
    /// The partner, if this side requested it.
    var partner: VerificationPartner?
    /// The state that was last reported to the screen.
    var told: Verification?
    /// The error of a message that couldn't be sent, or of a result that couldn't be stored.
    var problem: VerificationProblem?

    /// Returns whether a device requested it and there was no answer yet.
    func isAsked(by device: DeviceAddress) -> Bool {
        guard case .asked = machine.state else { return false }
        return machine.partner?.isSame(as: device) == true
    }

    /// Returns whether a partner whom the user wants to verify already requested it.
    func isAsked(by partner: VerificationPartner, ownUserID: String) -> Bool {
        guard case .asked(let device, isPossible: true) = machine.state else { return false }
        return switch partner {
        case .ownDevice(let deviceID):
            device.userID == ownUserID && (deviceID == nil || deviceID == device.deviceID)
        case .person(let userID, _): device.userID == userID
        }
    }

    /// The form that the screen shows.
    var seen: Verification {
        Verification(
            transaction: machine.transaction, userID: machine.other.userID,
            isOwn: machine.other.userID == machine.own.address.userID, deviceID: machine.partner?.deviceID,
            chatID: chatID, state: machine.state, problem: problem)
    }
}
