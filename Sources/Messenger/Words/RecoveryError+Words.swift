import Engine
import ViewModels

extension RecoveryError: Reason {
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

extension IdentityError: Reason {
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
