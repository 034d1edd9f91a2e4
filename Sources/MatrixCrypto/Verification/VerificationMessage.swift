package import MatrixAPI

/// A message to send in a verification.
package struct VerificationMessage: Hashable, Sendable {
    package let type: VerificationType
    package let content: JSONValue
    /// The recipients, which all get the same content; `nil` if it is sent to the room.
    package let devices: [DeviceAddress]?

    /// Cancels a verification, or answers a message of an unknown one with ``VerificationCode/unknownTransaction``.
    /// Clients show their own text for the code. The reason is required, so it repeats the code.
    package static func cancel(
        _ transaction: VerificationTransaction, _ code: VerificationCode, devices: [DeviceAddress]?
    ) -> VerificationMessage {
        let content: JSONValue = ["code": .string(code.text), "reason": .string(code.text)]
        return VerificationMessage(type: .cancel, content: transaction.marked(content), devices: devices)
    }
}
