import MatrixCrypto

/// A verification that a ``VerificationEndpoint`` carries on.
struct RunningVerification {
    var machine: VerificationMachine
    let chatID: String?
    /// Where it was asked for here.
    var partner: VerificationPartner?
    /// What the screen was told last.
    var told: Verification?
    /// What could not be sent, or kept of what was found to be the same.
    var problem: VerificationProblem?

    /// Whether a device asked for it and nobody answered yet.
    func isAsked(by device: DeviceAddress) -> Bool {
        guard case .asked = machine.state else { return false }
        return machine.partner?.isSame(as: device) == true
    }

    /// Whether one whom somebody here wants to ask does so already.
    func isAsked(by partner: VerificationPartner, ownUserID: String) -> Bool {
        guard case .asked(let device, isPossible: true) = machine.state else { return false }
        return switch partner {
        case .ownDevice(let deviceID):
            device.userID == ownUserID && (deviceID == nil || deviceID == device.deviceID)
        case .person(let userID, _): device.userID == userID
        }
    }

    /// As the screen knows it.
    var seen: Verification {
        Verification(
            transaction: machine.transaction, userID: machine.other.userID,
            isOwn: machine.other.userID == machine.own.address.userID, deviceID: machine.partner?.deviceID,
            chatID: chatID, state: machine.state, problem: problem)
    }
}
