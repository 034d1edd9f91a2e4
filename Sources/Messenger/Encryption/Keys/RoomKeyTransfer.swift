package import MatrixCrypto
package import Storage

/// The room keys of a profile on their way into a file and out of one (client-server API, "Key exports").
package struct RoomKeyTransfer: Sendable {
    private static let batch = 500

    private let store: EncryptionStore
    private let key: SealingKey

    /// - Parameter key: what the profile's keys are sealed with.
    package init(store: EncryptionStore, sealedWith key: SealingKey) {
        self.store = store
        self.key = key
    }

    /// All that is to be written. Takes as long as the rounds say.
    @concurrent
    package func export(
        passphrase: String, rounds: Int64 = Passphrase.usualRounds
    ) async throws(RoomKeyFileProblem) -> RoomKeyExport {
        try await checkKey()
        let (keys, sealed) = try await keys()
        guard !keys.isEmpty else { throw sealed == 0 ? .noKeys : .withoutKeys }
        let text: String
        do {
            text = try KeyFile.seal(keys, passphrase: passphrase, rounds: rounds)
        } catch {
            throw RoomKeyFileProblem(error)
        }
        // Nobody could read it.
        guard text.utf8.count <= KeyFile.largest else { throw .tooLarge }
        return RoomKeyExport(text: text, keys: keys.count, chats: Set(keys.map(\.roomID)).count, sealed: sealed)
    }

    /// Keeps the keys of a file. What waits for them is read when the program runs next; to do it again changes nothing.
    @concurrent
    package func take(_ text: String, passphrase: String) async throws(RoomKeyFileProblem) -> RoomKeyImport {
        try await checkKey()
        let keys: [ExportedRoomKey]
        var taken: RoomKeyImport
        do {
            let file = try KeyFile.open(text, passphrase: passphrase)
            (keys, taken) = (file.keys, RoomKeyImport(malformed: file.malformed))
        } catch {
            throw RoomKeyFileProblem(error)
        }
        for part in keys.batches(of: Self.batch) {
            do {
                let gains = try await store.write { [key] tables in
                    let device = DeviceKeyTables(tables: tables, key: key)
                    return try part.map { try device.take($0, origin: .file) }
                }
                for gain in gains { taken.count(gain) }
            } catch {
                throw .storage(error)
            }
        }
        return taken
    }

    /// What is sealed with another key than the rest would never be read again.
    private func checkKey() async throws(RoomKeyFileProblem) {
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

    private func keys() async throws(RoomKeyFileProblem) -> (keys: [ExportedRoomKey], sealed: Int) {
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

extension RoomKeyFileProblem {
    fileprivate init(_ error: CryptoError) {
        switch error {
        case .wrongSecretKey: self = .wrongPassphrase
        case .tooLarge: self = .tooLarge
        default: self = .noKeyFile
        }
    }
}
