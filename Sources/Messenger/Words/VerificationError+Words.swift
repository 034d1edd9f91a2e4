import Engine
import MatrixCrypto
import ViewModels

extension VerificationError {
    /// The error and what to do about it, in one line; it may contain untrusted text.
    package var text: String {
        switch self {
        case .nobodyToAsk: .words("verification.nobody-to-ask")
        case .withoutKeys: .words("verification.without-keys")
        case .changedMeanwhile: .words("identity.changed-meanwhile")
        case .failed(let reason): reason.text
        }
    }
}

extension VerificationCode {
    /// Returns the reason why a verification ended, in one line.
    ///
    /// - Parameter isOurs: whether this side ended it.
    package func text(isOurs: Bool) -> String {
        switch self {
        case .user: isOurs ? .words("verification.you-ended-it") : .words("verification.they-ended-it")
        case .timeout: .words("verification.took-too-long")
        case .accepted: .words("verification.another-device-took-it")
        case .unknownMethod: .words("verification.no-common-way")
        case .mismatchedStrings: .words("verification.not-the-same")
        case .keyMismatch, .mismatchedCommitment: .words("verification.keys-differ")
        case .unknownTransaction: .words("verification.they-know-nothing-of-it")
        case .unexpectedMessage, .invalidMessage, .userMismatch, .other:
            .words("verification.went-wrong", ["code": self.text])
        }
    }
}
