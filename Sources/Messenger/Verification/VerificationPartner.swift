/// The partner that the user wants to verify.
enum VerificationPartner: Hashable, Sendable {
    /// The account's other devices.
    ///
    /// - Parameter deviceID: the device that is asked; `nil` for any.
    case ownDevice(deviceID: String?)
    /// Another person, who is asked in a chat.
    case person(userID: String, chatID: String)
}
