import MatrixAPI
import MatrixCrypto

/// A question of somebody else that waits for the person here. Nothing leaves for it before that, no request for keys either:
/// a stranger who asks must not learn that this device is online.
struct HeldRequest {
    private enum Ask {
        case request(VerificationRequest)
        /// From a client that begins without asking.
        case start(ReceivedVerificationMessage)
    }

    private let ask: Ask
    let asker: DeviceAddress
    let transaction: VerificationTransaction
    /// The chat in which it was asked; `nil` where it went from device to device.
    let chatID: String?
    /// Whether both know a way to do it.
    let isPossible: Bool
    /// Until when it is shown, milliseconds since 1970.
    let deadline: Int64

    /// - Returns: `nil` where it is too old or too new.
    init?(_ request: VerificationRequest, chatID: String?, at now: Int64) {
        guard request.isTimely(at: now) else { return nil }
        ask = .request(request)
        asker = request.sender
        transaction = request.transaction
        self.chatID = chatID
        isPossible = request.isPossible
        deadline = request.deadline(at: now)
    }

    /// - Returns: `nil` where it names no device.
    init?(_ start: ReceivedVerificationMessage, _ transaction: VerificationTransaction, at now: Int64) {
        guard let deviceID = start.content["from_device"]?.string else { return nil }
        ask = .start(start)
        asker = DeviceAddress(userID: start.sender, deviceID: deviceID)
        self.transaction = transaction
        chatID = nil
        isPossible = start.content["method"]?.string == VerificationMachine.method
        deadline = now + VerificationMachine.longestQuestion
    }

    /// Begins what was asked for, with the keys that the server tells of the asker.
    func machine(_ own: VerifyingDevice, _ other: VerifyingPerson, at now: Int64) throws -> VerificationMachine {
        switch ask {
        case .request(let request): try VerificationMachine(request, own: own, other: other, at: now)
        case .start(let start): try VerificationMachine(start, own: own, other: other, at: now)
        }
    }

    /// As the screen knows it.
    func seen(_ state: VerificationState? = nil, problem: VerificationProblem? = nil) -> Verification {
        Verification(
            transaction: transaction, userID: asker.userID, isOwn: false, deviceID: asker.deviceID, chatID: chatID,
            state: state ?? .asked(by: asker, isPossible: isPossible), problem: problem)
    }
}
