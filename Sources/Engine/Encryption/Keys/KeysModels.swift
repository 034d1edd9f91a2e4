package import Storage

/// The result of exporting room keys to a file.
package struct RoomKeyExport: Hashable, Sendable {
    /// The full text of the file.
    package let text: String
    package let keys: Int
    package let chats: Int
    /// The number of keys that could not be decrypted and are not in the file.
    package let sealed: Int
}

/// The result of importing the keys of a file.
package struct RoomKeyImport: Hashable, Sendable {
    package private(set) var new = 0
    /// The number of keys that decrypt earlier messages than the known ones.
    package private(set) var better = 0
    package private(set) var known = 0
    /// The number of keys that contradict the known ones, which stay.
    package private(set) var contradicting = 0
    package private(set) var malformed: Int

    init(malformed: Int) {
        self.malformed = malformed
    }

    mutating func count(_ gain: RoomKeyGain) {
        switch gain {
        case .new: new += 1
        case .better: better += 1
        case .known: known += 1
        case .contradicting: contradicting += 1
        case .malformed: malformed += 1
        }
    }
}

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
