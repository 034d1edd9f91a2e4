package import MatrixClient
package import Storage

/// Why nothing came of a recovery key.
package enum RecoveryProblem: Error, Hashable, Sendable {
    /// It is none: a letter is missing or mistyped.
    case malformed
    /// It is one, or may be a passphrase, and opens nothing here.
    case wrongKey
    /// The account has no secrets on the server.
    case noStorage
    /// They are kept in a way that Confab doesn't know.
    case unknownStorage
    /// Some are missing, or were changed.
    case incomplete
    /// They belong to another identity than the one that the account has now.
    case otherIdentity
    /// This device has not the secrets that are to be stored.
    case notConfirmed
    /// Another device began another backup in the same moment.
    case backupChanged
    /// The keys of this device can't be opened.
    case withoutKeys
    case client(MatrixClientError)
    case storage(StorageError)

    init(_ error: any Error) {
        switch error {
        case let problem as RecoveryProblem: self = problem
        case IdentityProblem.client(let error), KeyBackupProblem.client(let error): self = .client(error)
        case IdentityProblem.storage(let error): self = .storage(error)
        case KeyBackupProblem.missing, KeyBackupProblem.otherVersion: self = .backupChanged
        case let error as MatrixClientError: self = .client(error)
        case let error as StorageError: self = .storage(error)
        // What remains is of cryptography: what is kept can't be read.
        default: self = .withoutKeys
        }
    }
}
