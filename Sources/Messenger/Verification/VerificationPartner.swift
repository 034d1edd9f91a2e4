/// With whom somebody wants to compare emoji.
enum VerificationPartner: Hashable, Sendable {
    /// With one's other devices.
    ///
    /// - Parameter deviceID: the one that is to answer; `nil` is any of them.
    case ownDevice(deviceID: String?)
    /// With another person, who is asked in a chat.
    case person(userID: String, chatID: String)
}
