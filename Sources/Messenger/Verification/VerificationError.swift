import MatrixClient
import MatrixCrypto
import Storage
import ViewModels

/// The reason why a verification couldn't be requested, or its result couldn't be stored.
enum VerificationError: Error, Hashable {
    /// The partner has no device that could answer.
    case nobodyToAsk
    /// This device's own keys can't be decrypted.
    case withoutKeys
    /// The other side's keys changed since they were compared.
    case changedMeanwhile
    case failed(FailureReason)
}

extension VerificationError {
    /// Converts any error of a verification.
    init(_ error: any Error) {
        switch error {
        case let problem as VerificationError: self = problem
        case IdentityError.changedMeanwhile: self = .changedMeanwhile
        case LineEncryptionError.client(let error), IdentityError.client(let error): self = .failed(.server(error))
        case LineEncryptionError.storage(let error), IdentityError.storage(let error): self = .failed(.storage(error))
        case let error as MatrixClientError: self = .failed(.server(error))
        case let error as StorageError: self = .failed(.storage(error))
        // Any other error is a cryptographic one: the stored keys can't be read.
        default: self = .withoutKeys
        }
    }
}

extension VerificationError {
    /// The error and what to do about it, in one line; it may contain untrusted text.
    var text: String {
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
    func text(isOurs: Bool) -> String {
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
