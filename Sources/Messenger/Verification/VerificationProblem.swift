import MatrixClient
import Storage

/// Why nobody could be asked to compare emoji, or what was found to be the same could not be kept.
enum VerificationProblem: Error, Hashable {
    /// Nobody there has a device that could answer.
    case nobodyToAsk
    /// This device's own keys can't be opened.
    case withoutKeys
    /// The other side has other keys by now than those that were compared.
    case changedMeanwhile
    case failed(FailureReason)
}

extension VerificationProblem {
    /// Of all that can be met on the way.
    init(_ error: any Error) {
        switch error {
        case let problem as VerificationProblem: self = problem
        case IdentityProblem.changedMeanwhile: self = .changedMeanwhile
        case SealingProblem.client(let error), IdentityProblem.client(let error): self = .failed(.server(error))
        case SealingProblem.storage(let error), IdentityProblem.storage(let error): self = .failed(.storage(error))
        case let error as MatrixClientError: self = .failed(.server(error))
        case let error as StorageError: self = .failed(.storage(error))
        // What remains is of cryptography: what is kept can't be read.
        default: self = .withoutKeys
        }
    }
}
