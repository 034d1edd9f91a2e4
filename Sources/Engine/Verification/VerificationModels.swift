package import MatrixCrypto

/// Events of verification.
package enum VerificationEvent: RoutedEvent {
    /// The user requests a verification.
    case asking(VerificationPartner)
    /// A verification changed. The partner is given if it was requested here, and `nil` if another side requested it.
    case changed(Verification, of: VerificationPartner?)
    /// Both sides sent requests, and the other's replaces this side's.
    case replaced(VerificationTransaction, by: Verification)
    /// The verification couldn't be requested.
    case failed(VerificationPartner, VerificationError)
    /// The user opens the verification that was left, or else a waiting request.
    case opened
    /// The user dismissed the notification.
    case dismissed
    case decided(VerificationChoice)
    /// The user leaves the screen; a running verification is canceled.
    case left
}

/// A verification in the form that the screen shows.
package struct Verification: Hashable, Sendable {
    package let transaction: VerificationTransaction
    /// The other side, which may be another device of the same account.
    package let userID: String
    package let isOwn: Bool
    /// The device of the other side, once known.
    package let deviceID: String?
    /// The chat of the verification; `nil` if it runs from device to device.
    let chatID: String?
    package let state: VerificationState
    /// The error of a message that couldn't be sent, or of a result that couldn't be stored.
    package var problem: VerificationError?
}

/// The partner that the user wants to verify.
package enum VerificationPartner: Hashable, Sendable {
    /// The account's other devices.
    ///
    /// - Parameter deviceID: the device that is asked; `nil` for any.
    case ownDevice(deviceID: String?)
    /// Another person, who is asked in a chat.
    case person(userID: String, chatID: String)
}
