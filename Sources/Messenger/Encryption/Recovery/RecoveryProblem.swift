import Conversations
package import MatrixClient
package import Storage
import ViewModels

/// The reason that recovery failed.
package enum RecoveryProblem: Error, Hashable, Sendable {
    /// The text is not a recovery key: a letter is missing or mistyped.
    case malformed
    /// The text is a recovery key, or may be a passphrase, but opens nothing here.
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
        // The remaining errors are cryptographic: stored data can't be read.
        default: self = .withoutKeys
        }
    }
}

extension RecoveryProblem: Reason {
    package var message: String {
        switch self {
        case .malformed: .words("recovery.is-no-key")
        case .wrongKey: .words("recovery.wrong-key")
        case .noStorage: .words("recovery.nothing-is-stored")
        case .unknownStorage: .words("recovery.unknown-storage")
        case .incomplete: .words("recovery.is-incomplete")
        case .otherIdentity: .words("recovery.other-identity")
        case .notConfirmed: .words("recovery.not-confirmed")
        case .backupChanged: .words("recovery.backup-changed")
        case .withoutKeys: .words("key-file.keys-cant-be-opened")
        case .client(let error): error.message
        case .storage(let error): error.message
        }
    }
}
