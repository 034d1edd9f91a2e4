import Conversations
package import MatrixClient
package import Storage
import ViewModels

/// The reason that an operation on the account's own identity or another one failed.
package enum IdentityProblem: Error, Hashable, Sendable {
    /// The keys of this device can't be opened.
    case withoutKeys
    /// The account has an identity already.
    case alreadyThere
    /// Another device created an identity at the same time.
    case otherIsThere
    /// The keys differ from those that were compared.
    case changedMeanwhile
    case client(MatrixClientError)
    case storage(StorageError)

    init(_ error: any Error) {
        switch error {
        case let problem as IdentityProblem: self = problem
        case let error as MatrixClientError: self = .client(error)
        case let error as StorageError: self = .storage(error)
        // The remaining errors are cryptographic: stored data can't be read.
        default: self = .withoutKeys
        }
    }
}

extension IdentityProblem: Reason {
    package var message: String {
        switch self {
        case .withoutKeys: .words("key-file.keys-cant-be-opened")
        case .alreadyThere, .otherIsThere: .words("identity.is-there-already")
        case .changedMeanwhile: .words("identity.changed-meanwhile")
        case .client(let error): error.message
        case .storage(let error): error.message
        }
    }
}
