import MatrixCrypto
import ViewModels

/// A verification in the form that the screen shows.
struct Verification: Hashable, Sendable {
    let transaction: VerificationTransaction
    /// The other side, which may be another device of the same account.
    let userID: String
    let isOwn: Bool
    /// The device of the other side, once known.
    let deviceID: String?
    /// The chat of the verification; `nil` if it runs from device to device.
    let chatID: String?
    let state: VerificationState
    /// The error of a message that couldn't be sent, or of a result that couldn't be stored.
    var problem: VerificationError?
}

/// The partner that the user wants to verify.
enum VerificationPartner: Hashable, Sendable {
    /// The account's other devices.
    ///
    /// - Parameter deviceID: the device that is asked; `nil` for any.
    case ownDevice(deviceID: String?)
    /// Another person, who is asked in a chat.
    case person(userID: String, chatID: String)
}

extension VerificationPartner {
    /// The text of a request in a chat for clients that show it as a message.
    static var requestText: String { .words("verification.request-for-other-clients") }
}
