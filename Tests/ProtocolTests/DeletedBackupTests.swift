import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine

/// Tests a key backup that another client deleted.
@Suite(.timeLimit(.minutes(5))) struct DeletedBackupTests {
    private func delete(_ ana: Device) async throws {
        let version = try #require(try await ana.database.encryption.readAside { try $0.backup() }?.version)
        try await ana.person.client.deleteKeyBackup(version: version)
    }

    @Test func deletedBackupIsDetectedOnNextKeyUpload() async throws {
        try await Device.withEncryption { ana, _, _ in
            _ = try await ana.beginBackup()
            #expect(await ana.encryption?.toldBackup == .open)
            try await delete(ana)
            try await ana.say("tea?")
            try await ana.send()
            try await ana.tend()
            #expect(await ana.encryption?.toldBackup == .deleted)
            // A new recovery key begins a new backup.
            _ = try await ana.makeRecoveryKey()
            try await ana.tend()
            #expect(await ana.encryption?.toldBackup == .open)
            #expect(try await ana.person.client.keyBackup().state.count ?? 0 > 0)
        }
    }

    @Test func deletedBackupIsDetectedWhenItsStoredKeyChanges() async throws {
        try await Device.withEncryption { ana, _, _ in
            _ = try await ana.beginBackup()
            try await ana.receive()
            try await delete(ana)
            try await ana.person.client.setAccountData(
                userID: ana.person.userID, type: "m.megolm_backup.v1", content: .emptyObject)
            try await ana.receive()
            await ana.encryption?.tendIfNeeded()
            #expect(await ana.encryption?.toldBackup == .deleted)
        }
    }

    @Test func deletedBackupIsDetectedWithinAnHour() async throws {
        try await Device.withEncryption { ana, _, _ in
            _ = try await ana.beginBackup()
            try await delete(ana)
            ana.time.now.withLock { $0 += 3_600_000 }
            await ana.encryption?.tendIfNeeded()
            #expect(await ana.encryption?.toldBackup == .deleted)
        }
    }
}
