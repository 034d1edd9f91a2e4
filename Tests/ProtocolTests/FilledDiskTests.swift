import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine

/// Tests the limits of data that others may send to a device.
@Suite(.timeLimit(.minutes(5))) struct FilledDiskTests {
    private static func run(_ body: @escaping @Sendable (_ ana: Device, _ bo: Device) async throws -> Void) async throws
    {
        try await TestServer.run { server in
            let (ana, bo) = (try await Person.register("ana", on: server), try await Person.register("bo", on: server))
            let chatID = try await ana.makeEncryptedRoom(with: [bo])
            let devices = try [ana, bo].map { try Device($0, chatID: chatID, sealedWith: SealingKey()) }
            for device in devices { try await device.comeOnline() }
            try await devices[0].say("tea at four?")
            try await devices[0].send()
            for device in devices { try await device.receive() }
            try await body(devices[0], devices[1])
            for person in [ana, bo] { await person.client.shutdown() }
        }
    }

    @Test func unusedRoomKeysAreLimitedAndUsedOnesStay() async throws {
        try await Self.run { ana, bo in
            let used = try #require(try await ana.sessions().first)
            try await bo.database.encryption.write { tables in
                for number in 0..<10_050 {
                    try tables.set(StoredRoomKey(made: "session \(number)", by: ana.person.userID))
                }
            }
            // Starts another session, whose key comes with it.
            _ = try await ana.person.client.setState(
                roomID: ana.chatID, type: "m.room.encryption",
                content: ["algorithm": "m.megolm.v1.aes-sha2", "rotation_period_msgs": 1])
            try await ana.receive()
            try await ana.say("tea at five?")
            try await ana.send()
            try await bo.receive()
            #expect(try bo.screen() == ["tea at four?", "tea at five?"])
            let kept = try await bo.database.encryption.readAside {
                try $0.roomKeys(after: 0, limit: 20_000).map(\.key)
            }
            #expect((10_000...10_001).contains(kept.count))
            #expect(kept.contains { $0.sessionID == used } && !kept.contains { $0.sessionID == "session 0" })
            #expect(kept.contains { $0.sessionID == "session 10049" })
        }
    }

    @Test func withheldKeyReasonsAreLimited() async throws {
        try await Self.run { _, bo in
            let chatID = bo.chatID
            try await bo.database.encryption.write { tables in
                for number in 0..<5_000 {
                    try tables.setWithheld(
                        RoomSession(chatID: chatID, sessionID: "session \(number)"), code: "m.unverified",
                        by: "@ana:x")
                }
            }
            let kept = try await bo.database.encryption.readAside { tables in
                try (0..<5_000).filter { number in
                    let session = RoomSession(chatID: chatID, sessionID: "session \(number)")
                    return try tables.withheldCode(session, of: "@ana:x") != nil
                }
            }
            #expect(kept.count <= 1_000)
        }
    }

    /// Until then, anyone with the device's keys can decrypt the sessions that began with the old key.
    @Test func previousFallbackKeyIsRemovedAfterAnHour() async throws {
        try await Self.run { ana, bo in
            let device = [bo.person.userID: [bo.person.session.deviceID]]
            // The claims exceed bo's one-time keys, so that the fallback key is used.
            for _ in 0..<60 { _ = try await ana.person.client.claimKeys("signed_curve25519", of: device) }
            while try await !bo.hasPreviousFallbackKey() {
                try await bo.receive()
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(try await bo.hasPreviousFallbackKey())
            bo.time.now.withLock { $0 += 3_599_000 }
            try await bo.receive()
            #expect(try await bo.hasPreviousFallbackKey())
            bo.time.now.withLock { $0 += 2_000 }
            try await bo.receive()
            #expect(try await !bo.hasPreviousFallbackKey())
        }
    }
}

extension Device {
    fileprivate func hasPreviousFallbackKey() async throws -> Bool {
        let key = try #require(sealingKey)
        return try await database.encryption.readAside { tables in
            try DeviceKeyTables(tables: tables, key: key).account()?.hasPreviousFallbackKey ?? false
        }
    }
}

extension StoredRoomKey {
    /// Creates a fabricated key for a chat without members.
    fileprivate init(made sessionID: String, by sender: String) {
        self.init(
            chatID: "!nowhere:localhost", sessionID: sessionID, sender: sender, senderKey: "a", signingKey: nil,
            firstIndex: 0, origin: .device, isShareable: false, state: Data())
    }
}
