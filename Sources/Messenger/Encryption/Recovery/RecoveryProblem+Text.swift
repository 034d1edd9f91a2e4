import Conversations
import MatrixClient
import Storage
import ViewModels

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
