package import Storage

/// The reason that a file of room keys was not written or not imported.
package enum RoomKeyFileProblem: Error, Hashable {
    /// The file is not a key file, or was damaged before its authentication code could be checked.
    case noKeyFile
    /// The passphrase is wrong, or the file was changed: the two can't be told apart.
    case wrongPassphrase
    /// The file is larger than ``MatrixCrypto/KeyFile/largest``.
    case tooLarge
    /// There are no keys to write.
    case noKeys
    /// The key that encrypts this device's keys has changed.
    case withoutKeys
    case storage(StorageError)
}
