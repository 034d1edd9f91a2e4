import MatrixClient
import Storage

/// The reason why a verification couldn't be requested, or its result couldn't be stored.
enum VerificationProblem: Error, Hashable {
    /// The partner has no device that could answer.
    case nobodyToAsk
    /// This device's own keys can't be decrypted.
    case withoutKeys
    /// The other side's keys changed since they were compared.
    case changedMeanwhile
    case failed(FailureReason)
}

extension VerificationProblem {
    /// Converts any error of a verification.
    init(_ error: any Error) {
        switch error {
        case let problem as VerificationProblem: self = problem
        case IdentityProblem.changedMeanwhile: self = .changedMeanwhile
        case SealingProblem.client(let error), IdentityProblem.client(let error): self = .failed(.server(error))
        case SealingProblem.storage(let error), IdentityProblem.storage(let error): self = .failed(.storage(error))
        case let error as MatrixClientError: self = .failed(.server(error))
        case let error as StorageError: self = .failed(.storage(error))
        // Any other error is a cryptographic one: the stored keys can't be read.
        default: self = .withoutKeys
        }
    }
}
