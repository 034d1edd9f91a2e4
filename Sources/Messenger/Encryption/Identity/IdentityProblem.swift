package import MatrixClient
package import Storage

/// Why nothing came of what was asked about the account's own identity, or another's.
package enum IdentityProblem: Error, Hashable, Sendable {
    /// The keys of this device can't be opened.
    case withoutKeys
    /// The account has an identity already.
    case alreadyThere
    /// Another device made one in the same moment.
    case otherIsThere
    /// The keys are others than those that were compared.
    case changedMeanwhile
    case client(MatrixClientError)
    case storage(StorageError)

    init(_ error: any Error) {
        switch error {
        case let problem as IdentityProblem: self = problem
        case let error as MatrixClientError: self = .client(error)
        case let error as StorageError: self = .storage(error)
        // What remains is of cryptography: what is kept can't be read.
        default: self = .withoutKeys
        }
    }
}
