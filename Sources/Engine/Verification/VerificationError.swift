import MatrixClient
import Storage

/// The reason why a verification couldn't be requested, or its result couldn't be stored.
package enum VerificationError: Error, Hashable {
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
