import Conversations
import MatrixCrypto
package import Storage
import ViewModels

/// The reason that a file of room keys was not written or not imported.
package enum RoomKeyFileError: Error, Hashable {
    /// The file is not a key file, or was damaged before its authentication code could be checked.
    case noKeyFile
    /// The passphrase is wrong, or the file was changed. The two can't be distinguished.
    case wrongPassphrase
    /// The file is larger than ``MatrixCrypto/KeyFile/largest``.
    case tooLarge
    /// There are no keys to write.
    case noKeys
    /// The key that encrypts this device's keys has changed.
    case withoutKeys
    case storage(StorageError)
}

extension RoomKeyFileError: Reason {
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
