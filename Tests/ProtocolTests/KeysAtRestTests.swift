import Foundation
import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import MatrixCrypto

/// Tests that a stolen disk without the sealing key reveals no secret.
@Suite(.timeLimit(.minutes(5))) struct KeysAtRestTests {
    @Test func databaseFilesContainNoPlaintextSecrets() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "confab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await Device.withEncryption { ana, bo, server in
            let path = directory.appending(path: "confab.sqlite").path
            let person = try await ana.person.logInAgain(on: server)
            let device = try Device(
                person, chatID: ana.chatID, sealedWith: SealingKey(), database: ProfileDatabase(path: path))
            try await device.comeOnline()
            _ = try await device.beginBackup()
            try await device.say("hello")
            try await device.send()
            try await bo.receive()
            try await bo.say("hello to you")
            try await bo.send()
            try await device.receive()
            #expect(try device.screen() == ["hello", "hello to you"])

            let files = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: path + $0)) }
            let isThere = { (bytes: [UInt8]) in files.contains { $0.range(of: Data(bytes)) != nil } }
            #expect(isThere(Array(person.session.deviceID.utf8)))
            let secrets = try await device.keptSecrets()
            #expect(secrets.count == 2 + SecretName.allCases.count + 2 * 4)
            for secret in secrets {
                #expect(!isThere(secret.revealed))
                #expect(!isThere(Array(UnpaddedBase64.encode(secret.revealed).utf8)))
            }
            device.database.close()
            await person.client.shutdown()
        }
    }
}

extension Device {
    /// The secrets of 32 bytes each: the private keys of this device and of the account, and the parts of the keys
    /// of two sessions.
    fileprivate func keptSecrets() async throws -> [SecretBytes] {
        let key = try #require(sealingKey)
        let sessions = try await sessions()
        return try await database.encryption.readAside { [chatID] tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            let account = try #require(try keys.account())
            var secrets = [account.signingKey.secret, account.identityKey.secret]
            secrets += try SecretName.allCases.compactMap { try keys.secret($0)?.fromBase64 }
            for sessionID in sessions {
                for kept in try tables.roomKeys(of: RoomSession(chatID: chatID, sessionID: sessionID)) {
                    let session = try keys.open(kept).session
                    let ratchet = try session.key(at: session.firstIndex).ratchet.secret
                    secrets += stride(from: 0, to: ratchet.count, by: 32).map { ratchet[$0..<$0 + 32] }
                }
            }
            return secrets
        }
    }
}
