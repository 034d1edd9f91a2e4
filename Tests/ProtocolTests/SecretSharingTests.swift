import Conversations
import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import MatrixCrypto

/// Tests the secrets that a user's devices share with each other, and withhold from others.
@Suite(.timeLimit(.minutes(5))) struct SecretSharingTests {
    @Test func verifiedDeviceReceivesSecretsAndReadsHistory() async throws {
        try await Device.withEncryption { ana, bo, server in
            _ = try await ana.beginBackup()
            try await bo.say("before")
            try await bo.send()
            try await ana.tend()
            let second = try await ana.another(on: server)
            try await second.tend()
            try await ana.tend()
            try await ana.compare(with: second)
            for _ in 0..<3 {
                try await second.tend()
                try await ana.tend()
            }
            try await second.restore()
            #expect(await second.identity() == .confirmed(hasSecrets: true))
            #expect(try await second.secrets() == SecretName.allCases)
            #expect(try second.screen() == ["before"])
            // No request is open, and no answer is pending.
            #expect(try await second.openInquiries().isEmpty)
            #expect(try await ana.database.encryption.readAside { try $0.requests() }.isEmpty)
            await second.person.client.shutdown()
        }
    }

    /// This happens if the keyring lost the sealing key, and the user logs in again.
    @Test func unreadableSecretsAreRequestedAgain() async throws {
        try await Device.withEncryption { ana, _, server in
            _ = try await ana.beginBackup()
            let second = try await ana.another(on: server)
            try await second.tend()
            try await ana.tend()
            try await ana.compare(with: second)
            try await second.takeSecrets(of: ana)

            let person = try await ana.person.logInAgain(on: server)
            let late = try Device(person, chatID: ana.chatID, sealedWith: SealingKey(), database: ana.database)
            try await late.comeOnline()
            #expect(try await late.secrets().isEmpty)
            try await late.tend()
            try await second.tend()
            try await late.compare(with: second)
            try await late.takeSecrets(of: second)
            await second.person.client.shutdown()
            await person.client.shutdown()
        }
    }

    /// An attacker has the password, or the token, and nothing else.
    @Test func stolenPasswordYieldsNoMessagesOrSecrets() async throws {
        try await Device.withEncryption { ana, bo, server in
            _ = try await ana.beginBackup()
            try await bo.say("for ana alone")
            try await bo.send()
            try await ana.tend()
            let session = try #require(try await ana.sessions().first)
            let thief = try await ana.another(on: server)
            try await thief.tend()
            let own = thief.person.session.deviceID
            let asked = SecretName.allCases.map { name in
                (SecretRequest.type, SecretRequest(name, deviceID: own, requestID: name.rawValue).content)
            }
            let room = RoomSession(chatID: ana.chatID, sessionID: session)
            let forKey = (RoomKeyRequest.type, RoomKeyRequest(room, deviceID: own).content)
            for (type, content) in asked + [forKey] {
                try await thief.person.client.sendToDevices(
                    type: type, transactionID: content["request_id"]?.string ?? "",
                    messages: [ana.person.userID: [ana.person.session.deviceID: content]])
            }
            try await ana.tend()
            try await bo.receive()
            try await bo.say("for ana alone, too")
            try await bo.send()
            for _ in 0..<2 {
                try await ana.tend()
                try await thief.tend()
            }
            #expect(try thief.screen() == ["", ""])
            #expect(try await thief.secrets().isEmpty)
            // The secret isn't sent even in a message that the thief's own program would refuse.
            let (waiting, unanswered) = try await ana.database.encryption.readAside { tables in
                (try tables.nextDeviceMessages(), try tables.requests().filter { $0.deviceID == own })
            }
            #expect(waiting == nil)
            #expect(unanswered.count == asked.count + 1)
            guard case .unconfirmed = await thief.identity() else {
                Issue.record("it is confirmed")
                return
            }
            await thief.person.client.shutdown()
        }
    }

    /// The thief has the same token, and new keys.
    @Test func stolenTokenYieldsNoMessagesOrSecrets() async throws {
        try await Device.withEncryption { ana, bo, _ in
            _ = try await ana.beginBackup()
            try await bo.say("before")
            try await bo.send()
            try await ana.tend()
            let thief = try Device(ana.person, chatID: ana.chatID, sealedWith: SealingKey())
            await thief.encryption?.uploadKeys()
            try await thief.tend()
            try await bo.receive()
            try await bo.say("after")
            try await bo.send()
            try await thief.tend()
            #expect(try thief.screen() == ["", ""])
            #expect(try await thief.secrets().isEmpty)
            guard case .unconfirmed = await thief.identity() else {
                Issue.record("it is confirmed")
                return
            }
        }
    }

    @Test func secretNotMatchingItsPublicKeyIsRejected() async throws {
        try await Device.withEncryption { ana, _, server in
            try await ana.tend()
            let second = try await ana.another(on: server)
            try await second.tend()
            try await ana.tend()
            let key = try #require(ana.sealingKey)
            let master = try #require(await ana.encryption?.ownMasterKey()).base64
            try await ana.encryption?.confirm(second.compared())
            try await ana.tend()
            // A compromised device would answer like this.
            try await ana.database.encryption.write { tables in
                try DeviceKeyTables(tables: tables, key: key).set(
                    SecretBytes(random: 32).inBase64, .userSigning, publicKey: master)
            }
            try await second.encryption?.confirm(ana.compared())
            for _ in 0..<3 {
                try await second.tend()
                try await ana.tend()
            }
            #expect(try await second.secrets() == [.master, .selfSigning])
            #expect(await second.identity() == .confirmed(hasSecrets: false))
            await second.person.client.shutdown()
        }
    }

    @Test func missingRoomKeyIsRequestedFromOwnDevice() async throws {
        try await Device.withEncryption { ana, bo, server in
            try await ana.tend()
            try await bo.say("before")
            try await bo.send()
            try await ana.tend()
            let second = try await ana.another(on: server)
            try await second.tend()
            #expect(try second.screen() == [""])
            try await ana.tend()
            try await ana.compare(with: second)
            for _ in 0..<3 {
                try await second.tend()
                try await ana.tend()
            }
            #expect(try second.screen() == ["before"])
            let session = RoomSession(chatID: ana.chatID, sessionID: try #require(try await ana.sessions().first))
            #expect(try await second.database.encryption.readAside { try $0.keyInquiry(session) } == nil)
            await second.person.client.shutdown()
        }
    }

    @Test func unrequestedRoomKeyIsIgnored() async throws {
        try await Device.withEncryption { ana, bo, server in
            try await ana.tend()
            let second = try await ana.another(on: server)
            try await second.tend()
            try await ana.tend()
            try await ana.compare(with: second)
            for device in [ana, second, ana, second] { try await device.tend() }
            let key = MegolmOutboundSession()
            let exported = ExportedRoomKey(
                roomID: ana.chatID, key: try MegolmSessionKey(shared: key.sharedKey),
                senderKey: Curve25519SecretKey().publicKey, claimedSigningKey: nil)
            try await ana.send(RoomKeyRequest.answer(exported), as: RoomKeyRequest.forwardedType, to: second)
            try await second.tend()
            let session = RoomSession(chatID: ana.chatID, sessionID: key.sessionID)
            #expect(try await second.database.encryption.readAside { try !$0.hasRoomKey(session) })
            _ = bo
            await second.person.client.shutdown()
        }
    }
}

extension Device {
    fileprivate func openInquiries() async throws -> [SecretName] {
        try await database.encryption.readAside { tables in
            try SecretName.allCases.filter { try tables.secretInquiry(named: $0.rawValue) != nil }
        }
    }

    /// Encrypts content for a single device.
    fileprivate func send(_ content: JSONValue, as type: String, to other: Device) async throws {
        let (own, key) = try #require(await encryption?.device())
        let address = DeviceAddress(userID: other.person.userID, deviceID: other.person.session.deviceID)
        let device = try await database.encryption.readAside { tables in
            let reader = OwnIdentityReader(keys: DeviceKeyTables(tables: tables, key: key), own: own)
            return try reader.devices().map(\.keys).first { $0.address == address }
        }
        let sender = DeviceMessageSender(client: person.client, store: database.encryption, own: own, key: key)
        try await sender.begin(with: [try #require(device)], now: 1)
        try await sender.enqueue(type, content, to: [try #require(device)])
        try await sender.flush()
    }
}
