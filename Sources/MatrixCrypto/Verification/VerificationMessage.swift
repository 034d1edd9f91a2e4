package import MatrixAPI

/// What is to be sent in a verification.
package struct VerificationMessage: Hashable, Sendable {
    package let type: VerificationType
    package let content: JSONValue
    /// To each of them the same; `nil` where it goes into the room.
    package let devices: [DeviceAddress]?

    /// Ends a verification, or answers a message of one that nobody knows by ``VerificationCode/unknownTransaction``. Clients show their own
    /// words for the code, so that the reason, which has to be there, is the code again.
    package static func cancel(
        _ transaction: VerificationTransaction, _ code: VerificationCode, devices: [DeviceAddress]?
    ) -> VerificationMessage {
        let content: JSONValue = ["code": .string(code.text), "reason": .string(code.text)]
        return VerificationMessage(type: .cancel, content: transaction.marked(content), devices: devices)
    }
}
