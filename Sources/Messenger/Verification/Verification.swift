import MatrixCrypto

/// A verification as the screen knows it.
struct Verification: Hashable, Sendable {
    let transaction: VerificationTransaction
    /// The other side, who may be oneself on another device.
    let userID: String
    let isOwn: Bool
    /// The device of the other side, once one takes part.
    let deviceID: String?
    /// The chat that it goes through; `nil` where it goes from device to device.
    let chatID: String?
    let state: VerificationState
    /// What could not be sent, or kept of what was found to be the same.
    var problem: VerificationProblem?
}
