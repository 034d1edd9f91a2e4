package import MatrixClient
package import Storage

/// The reason that recovery failed.
package enum RecoveryError: Error, Hashable, Sendable {
    /// The text is not a recovery key: a letter is missing or mistyped.
    case malformed
    /// The text is a recovery key, or may be a passphrase, but doesn't decrypt the account's secrets.
    case wrongKey
    /// The account has no secrets on the server.
    case noStorage
    /// The secrets are stored in a format that Confab doesn't know.
    case unknownStorage
    /// Some secrets are missing or were changed.
    case incomplete
    /// The secrets belong to another identity than the account's current one.
    case otherIdentity
    /// This device doesn't have the secrets to store.
    case notConfirmed
    /// Another device created a new backup at the same time.
    case backupChanged
    /// The keys of this device can't be decrypted.
    case withoutKeys
    case client(MatrixClientError)
    case storage(StorageError)

    init(_ error: any Error) {
        switch error {
        case let problem as RecoveryError: self = problem
        case IdentityError.client(let error), KeyBackupError.client(let error): self = .client(error)
        case IdentityError.storage(let error): self = .storage(error)
        case KeyBackupError.missing, KeyBackupError.otherVersion: self = .backupChanged
        case let error as MatrixClientError: self = .client(error)
        case let error as StorageError: self = .storage(error)
        // The remaining errors are cryptographic: stored data can't be read.
        default: self = .withoutKeys
        }
    }
}

/// The reason that an operation on the identity of the account or of another person failed.
package enum IdentityError: Error, Hashable, Sendable {
    /// The keys of this device can't be decrypted.
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
        case let problem as IdentityError: self = problem
        case let error as MatrixClientError: self = .client(error)
        case let error as StorageError: self = .storage(error)
        // The remaining errors are cryptographic: stored data can't be read.
        default: self = .withoutKeys
        }
    }
}
