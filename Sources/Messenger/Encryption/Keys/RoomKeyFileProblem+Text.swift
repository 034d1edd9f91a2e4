import Conversations
import MatrixCrypto
import Storage
import ViewModels

extension RoomKeyFileProblem: Reason {
    package var message: String {
        switch self {
        case .noKeyFile: .words("key-file.is-none")
        case .wrongPassphrase: .words("key-file.wrong-passphrase")
        case .tooLarge: .words("key-file.too-large", ["most": String(KeyFile.largest >> 20)])
        case .noKeys: .words("key-file.there-are-no-keys")
        case .withoutKeys: .words("key-file.keys-cant-be-opened")
        case .storage(let error): error.message
        }
    }
}
