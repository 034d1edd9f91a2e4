import MatrixAPI
import MatrixClient
import MatrixCrypto
import TestSupport
import Testing

/// Tests a backup of room keys on the embedded server.
@Suite(.timeLimit(.minutes(5))) struct KeyBackupTests {
    private func key(_ secret: [UInt8], for backup: BackupKey) throws -> KeyBackupData {
        KeyBackupData(
            firstIndex: 3, forwardedCount: 0, isVerified: true,
            sealed: try SealedBackup(sealing: secret, for: backup.publicKey).json)
    }

    private func make(_ backup: BackupKey, _ person: Person) async throws -> String {
        try await person.client.makeKeyBackup(
            algorithm: BackupKey.algorithm, authData: ["public_key": .string(backup.publicKey.base64)])
    }

    @Test func backedUpKeysAreReadByAnotherDevice() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let laptop = ana.again(at: await server.tcpHomeserver)
            await #expect(throws: KeyBackupError.missing) { try await ana.client.keyBackup() }
            let backup = BackupKey()
            let version = try await make(backup, ana)
            let (room, session) = ("!garden:localhost", "a/b+c d%2F?")
            let keys = [
                room: [session: try key([1], for: backup), "two": try key([2], for: backup)],
                "!shed:localhost": ["three": try key([3], for: backup)],
            ]
            #expect(try await ana.client.backUp(keys, version: version).count == 3)
            _ = try await ana.client.backUp(["four": try key([4], for: backup)], roomID: room, version: version)
            let state = try await ana.client.backUp(
                try key([5], for: backup), roomID: room, sessionID: "five/", version: version)
            #expect(state.count == 5)

            let found = try await laptop.client.keyBackup()
            #expect(found.version == version && found.algorithm == BackupKey.algorithm)
            #expect(found.authData == ["public_key": .string(backup.publicKey.base64)] && found.state == state)
            #expect(try await laptop.client.keyBackup(version: version) == found)
            let all = try await laptop.client.backedUpKeys(version: version)
            #expect(all.mapValues(\.count) == [room: 4, "!shed:localhost": 1])
            #expect(all[room]?[session] == keys[room]?[session])
            #expect(try await laptop.client.backedUpKeys(version: version, roomID: room) == all[room])
            let one = try await laptop.client.backedUpKey(version: version, roomID: room, sessionID: "five/")
            #expect(try backup.open(SealedBackup(json: one.sealed)) == [5])
            #expect(try await laptop.client.backedUpKeys(version: version, roomID: "!none:localhost").isEmpty)
            await #expect(throws: KeyBackupError.missing) {
                try await laptop.client.backedUpKey(version: version, roomID: room, sessionID: "five")
            }
            for person in [ana, laptop] { await person.client.shutdown() }
        }
    }

    @Test func replacedBackupRejectsKeysNamingTheCurrentVersion() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let (old, new) = (BackupKey(), BackupKey())
            let first = try await make(old, ana)
            let second = try await make(new, ana)
            let key = try key([1], for: old)
            await #expect(throws: KeyBackupError.otherVersion(current: second)) {
                try await ana.client.backUp(["!a:x": ["s": key]], version: first)
            }
            await #expect(throws: KeyBackupError.otherVersion(current: second)) {
                try await ana.client.backUp(key, roomID: "!a:x", sessionID: "s", version: first)
            }
            let signed: JSONValue = ["public_key": "p", "signatures": ["@ana:localhost": ["ed25519:A": "s"]]]
            try await ana.client.setKeyBackup(version: first, algorithm: BackupKey.algorithm, authData: signed)
            #expect(try await ana.client.keyBackup(version: first).authData == signed)
            try await ana.client.deleteKeyBackup(version: second)
            #expect(try await ana.client.keyBackup().version == first)
            try await ana.client.deleteKeyBackup(version: first)
            // The response may have been lost.
            try await ana.client.deleteKeyBackup(version: first)
            await #expect(throws: KeyBackupError.missing) { try await ana.client.deleteKeyBackup(version: "9") }
            await #expect(throws: KeyBackupError.missing) {
                try await ana.client.backUp(["!a:x": ["s": key]], version: first)
            }
            await #expect(throws: KeyBackupError.missing) { try await ana.client.backedUpKeys(version: first) }
            await ana.client.shutdown()
        }
    }
}
