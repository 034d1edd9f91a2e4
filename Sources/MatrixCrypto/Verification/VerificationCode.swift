/// The reason why a verification ended: the `code` of `m.key.verification.cancel` (client-server API, "Key
/// verification framework").
package enum VerificationCode: Error, Hashable, Sendable {
    /// A user canceled it.
    case user
    case timeout
    case unknownTransaction
    /// The sides have no method in common.
    case unknownMethod
    case unexpectedMessage
    /// A key differs from the expected one.
    case keyMismatch
    case userMismatch
    case invalidMessage
    /// Another device of the requested person accepted.
    case accepted
    /// The other side chose its key after it saw ours.
    case mismatchedCommitment
    /// The compared strings did not match.
    case mismatchedStrings
    /// A code that the specification doesn't define, as received.
    case other(String)

    private static let known: [(code: VerificationCode, text: String)] = [
        (.user, "m.user"), (.timeout, "m.timeout"), (.unknownTransaction, "m.unknown_transaction"),
        (.unknownMethod, "m.unknown_method"), (.unexpectedMessage, "m.unexpected_message"),
        (.keyMismatch, "m.key_mismatch"), (.userMismatch, "m.user_mismatch"), (.invalidMessage, "m.invalid_message"),
        (.accepted, "m.accepted"), (.mismatchedCommitment, "m.mismatched_commitment"),
        (.mismatchedStrings, "m.mismatched_sas"),
    ]

    package init(_ text: String) {
        self = Self.known.first { $0.text == text }?.code ?? .other(text)
    }

    package var text: String {
        if case .other(let text) = self { return text }
        return Self.known.first { $0.code == self }?.text ?? ""
    }

    /// Returns the code that reports a cryptographic error to the other side.
    init(_ error: CryptoError) {
        switch error {
        case .wrongCommitment: self = .mismatchedCommitment
        case .wrongCode: self = .keyMismatch
        default: self = .invalidMessage
        }
    }
}
