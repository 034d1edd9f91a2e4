/// Why a chat that was asked for was not made.
package enum CreateChatFailure: Hashable, Sendable {
    case reason(FailureReason)
    /// It would be encrypted by itself, and somebody has no device that can read that, as far as the server says.
    case nothingReads(userID: String)
    /// Nobody says whether somebody has such a device.
    case devicesUnknown(userID: String)
    /// Somebody is not invited to a chat that is there, while others were.
    case notInvited(userID: String, FailureReason, invited: [String])

    /// Whether a person has to decide about the encryption.
    var asksForEncryption: Bool {
        switch self {
        case .nothingReads, .devicesUnknown: true
        case .reason, .notInvited: false
        }
    }
}
