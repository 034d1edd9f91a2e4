import MatrixCrypto

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
    var problem: VerificationProblem?
}
