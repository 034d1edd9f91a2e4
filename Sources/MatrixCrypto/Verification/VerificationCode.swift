/// Why a verification ended, as one side tells the other: the `code` of `m.key.verification.cancel` (client-server API, "Key verification
/// framework").
package enum VerificationCode: Error, Hashable, Sendable {
    /// One of both does not want it.
    case user
    case timeout
    case unknownTransaction
    /// Both have nothing in common to do it with.
    case unknownMethod
    case unexpectedMessage
    /// A key is another than the one that was to be compared.
    case keyMismatch
    case userMismatch
    case invalidMessage
    /// Another device of the person who was asked took it.
    case accepted
    /// The other side chose its key after it saw ours.
    case mismatchedCommitment
    /// What both saw was not the same.
    case mismatchedStrings
    /// One that the specification doesn't name, as it came.
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

    /// What the other side is told when something cryptographic was refused.
    init(_ error: CryptoError) {
        switch error {
        case .wrongCommitment: self = .mismatchedCommitment
        case .wrongCode: self = .keyMismatch
        default: self = .invalidMessage
        }
    }
}
