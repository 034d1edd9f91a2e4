package import MatrixCrypto
package import Storage

/// Exports the room keys of a profile to a file, and imports them (client-server API, "Key exports").
package struct RoomKeyTransfer: Sendable {
    private static let batch = 500

    private let store: EncryptionStore
    private let key: SealingKey

    /// - Parameter key: the key that encrypts the profile's keys.
    package init(store: EncryptionStore, sealedWith key: SealingKey) {
        self.store = store
        self.key = key
    }

    /// Returns the text of the file with all keys. The time depends on the number of rounds.
    @concurrent
    package func export(
        passphrase: String, rounds: Int64 = Passphrase.usualRounds
    ) async throws(RoomKeyFileError) -> RoomKeyExport {
        try await checkKey()
        let (keys, sealed) = try await keys()
        guard !keys.isEmpty else { throw sealed == 0 ? .noKeys : .withoutKeys }
        let text: String
        do {
            text = try KeyFile.seal(keys, passphrase: passphrase, rounds: rounds)
        } catch {
            throw RoomKeyFileError(error)
        }
        // A larger file could not be imported.
        guard text.utf8.count <= KeyFile.largest else { throw .tooLarge }
        return RoomKeyExport(text: text, keys: keys.count, chats: Set(keys.map(\.roomID)).count, sealed: sealed)
    }

    /// Stores the keys of a file. Events that wait for them are decrypted when the program runs next. The
    /// operation is idempotent.
    @concurrent
    package func importKeys(_ text: String, passphrase: String) async throws(RoomKeyFileError) -> RoomKeyImport {
        try await checkKey()
        let keys: [ExportedRoomKey]
        var taken: RoomKeyImport
        do {
            let file = try KeyFile.open(text, passphrase: passphrase)
            (keys, taken) = (file.keys, RoomKeyImport(malformed: file.malformed))
        } catch {
            throw RoomKeyFileError(error)
        }
        for part in keys.batches(of: Self.batch) {
            do {
                let gains = try await store.write { [key] tables in
                    let device = DeviceKeyTables(tables: tables, key: key)
                    return try part.map { try device.add($0, origin: .file) }
                }
                for gain in gains { taken.count(gain) }
            } catch {
                throw .storage(error)
            }
        }
        return taken
    }

    /// Checks the sealing key. Keys that are encrypted with another sealing key than the stored ones could never be
    /// read again.
    private func checkKey() async throws(RoomKeyFileError) {
        let isRight: Bool
        do {
            isRight = try await store.readAside { [key] tables in
                do {
                    _ = try DeviceKeyTables(tables: tables, key: key).account()
                    return true
                } catch is CryptoError {
                    return false
                }
            }
        } catch {
            throw .storage(error)
        }
        if !isRight { throw .withoutKeys }
    }

    private func keys() async throws(RoomKeyFileError) -> (keys: [ExportedRoomKey], sealed: Int) {
        var (keys, sealed): ([ExportedRoomKey], Int) = ([], 0)
        var last: Int64? = 0
        do {
            while let number = last {
                let page = try await store.readAside { [key] tables in
                    let device = DeviceKeyTables(tables: tables, key: key)
                    return try tables.roomKeys(after: number, limit: Self.batch).map { kept in
                        (kept.number, try? device.open(kept.key).exported)
                    }
                }
                keys += page.compactMap(\.1)
                sealed += page.count { $0.1 == nil }
                last = page.last?.0
            }
        } catch {
            throw .storage(error)
        }
        return (keys, sealed)
    }
}

extension RoomKeyFileError {
    fileprivate init(_ error: CryptoError) {
        switch error {
        case .wrongSecretKey: self = .wrongPassphrase
        case .tooLarge: self = .tooLarge
        default: self = .noKeyFile
        }
    }
}
