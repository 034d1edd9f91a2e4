/// The reason that a chat was not created.
package enum CreateChatFailure: Hashable, Sendable {
    case reason(FailureReason)
    /// The chat would be encrypted by default, but the server lists no device of a person that can read it.
    case nothingReads(userID: String)
    /// It is unknown whether a person has such a device.
    case devicesUnknown(userID: String)
    /// A person could not be invited to an existing chat, while others were.
    case notInvited(userID: String, FailureReason, invited: [String])

    /// Whether the user has to decide about encryption.
    var asksForEncryption: Bool {
        switch self {
        case .nothingReads, .devicesUnknown: true
        case .reason, .notInvited: false
        }
    }
}
