package import MatrixAPI

/// What somebody said in a verification, as it came.
package struct ReceivedVerificationMessage: Hashable, Sendable {
    package let sender: String
    package let type: VerificationType
    package let content: JSONValue

    /// - Returns: `nil` where it is of another type.
    package init?(sender: String, type: String, content: JSONValue) {
        guard let type = VerificationType(rawValue: type) else { return nil }
        self.sender = sender
        self.type = type
        self.content = content
    }

    /// Which device says it, in what says so.
    var deviceID: String? { content["from_device"]?.string }
}
