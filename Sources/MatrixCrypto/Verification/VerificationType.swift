/// The event types of a verification (client-server API, "Key verification framework" and "Verification messages
/// specific to SAS"). In a room the request is a message with this `msgtype`.
package enum VerificationType: String, CaseIterable, Sendable {
    case request = "m.key.verification.request"
    case ready = "m.key.verification.ready"
    case start = "m.key.verification.start"
    case accept = "m.key.verification.accept"
    case key = "m.key.verification.key"
    case mac = "m.key.verification.mac"
    case done = "m.key.verification.done"
    case cancel = "m.key.verification.cancel"
}
