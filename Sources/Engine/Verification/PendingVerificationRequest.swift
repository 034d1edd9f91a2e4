import MatrixAPI
import MatrixCrypto

/// A verification request of another person that waits for the user's answer. Until then nothing is sent for it, not
/// even a key request: a stranger must not learn from a request that this device is online.
struct PendingVerificationRequest {
    private enum Kind {
        case request(VerificationRequest)
        /// The first message of a client that starts without a request.
        case start(ReceivedVerificationMessage)
    }

    private let ask: Kind
    let asker: DeviceAddress
    let transaction: VerificationTransaction
    /// The chat of the request; `nil` if it was sent from device to device.
    let chatID: String?
    /// Whether both sides support a common method.
    let isPossible: Bool
    /// Whether the asker is neither a contact nor in a direct chat with the account.
    var isByStranger = true
    /// The time at which the request expires, in milliseconds since 1970.
    let deadline: Int64

    /// - Returns: `nil` if the request is too old or too new.
    init?(_ request: VerificationRequest, chatID: String?, at now: Int64) {
        guard request.isTimely(at: now) else { return nil }
        ask = .request(request)
        asker = request.sender
        transaction = request.transaction
        self.chatID = chatID
        isPossible = request.isPossible
        deadline = request.deadline(at: now)
    }

    /// - Returns: `nil` if the message names no device.
    init?(_ start: ReceivedVerificationMessage, _ transaction: VerificationTransaction, at now: Int64) {
        guard let deviceID = start.content["from_device"]?.string else { return nil }
        ask = .start(start)
        asker = DeviceAddress(userID: start.sender, deviceID: deviceID)
        self.transaction = transaction
        chatID = nil
        isPossible = start.content["method"]?.string == VerificationMachine.method
        deadline = now + VerificationMachine.longestQuestion
    }

    /// Starts the requested verification with the asker's keys from the server.
    func machine(_ own: VerifyingDevice, _ other: VerifyingPerson, at now: Int64) throws -> VerificationMachine {
        switch ask {
        case .request(let request): try VerificationMachine(request, own: own, other: other, at: now)
        case .start(let start): try VerificationMachine(start, own: own, other: other, at: now)
        }
    }

    /// Returns the form that the screen shows.
    func seen(_ state: VerificationState? = nil, problem: VerificationError? = nil) -> Verification {
        Verification(
            transaction: transaction, userID: asker.userID, isOwn: false, deviceID: asker.deviceID, chatID: chatID,
            state: state ?? .asked(by: asker, isPossible: isPossible), problem: problem)
    }
}
