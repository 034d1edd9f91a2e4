import Conversations
import MatrixClient
import Storage
import ViewModels

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
