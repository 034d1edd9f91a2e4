package import Storage

/// Why a file of room keys was not written, or nothing was taken from it.
package enum RoomKeyFileProblem: Error, Hashable {
    /// It is none, or was damaged before its code could be looked at.
    case noKeyFile
    /// The passphrase is not the file's, or somebody changed the file: both look the same.
    case wrongPassphrase
    /// More than ``MatrixCrypto/KeyFile/largest``.
    case tooLarge
    /// There is nothing to write.
    case noKeys
    /// What the keys of this device are sealed with is another than it was.
    case withoutKeys
    case storage(StorageError)
}
