package import MatrixAPI

/// A message of a verification as received.
package struct ReceivedVerificationMessage: Hashable, Sendable {
    package let sender: String
    package let type: VerificationType
    package let content: JSONValue

    /// - Returns: `nil` if it is of another type.
    package init?(sender: String, type: String, content: JSONValue) {
        guard let type = VerificationType(rawValue: type) else { return nil }
        self.sender = sender
        self.type = type
        self.content = content
    }

    /// The sending device, in message types that name it.
    var deviceID: String? { content["from_device"]?.string }
}
