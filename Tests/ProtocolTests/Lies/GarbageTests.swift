import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests nonsensical responses about keys and devices.
@Suite(.timeLimit(.minutes(5))) struct GarbageTests {
    /// For each kind of garbage the chat has a new device. Its keys are queried, one is claimed, and a message is
    /// sent to it.
    @Test(arguments: [FaultPlace.keysQuery, .keysClaim, .sendToDevice])
    func malformedKeyResponsesLeakAndLoseNothing(at place: FaultPlace) async throws {
        try await LyingServer.run { lying in
            let (ana, bo, proxy) = (lying.ana, lying.bo, lying.proxy)
            for garbage in Garbage.allCases {
                let late = try await lying.newDeviceOfBo()
                try await ana.receive()
                let lines = ["\(LyingServer.secret) \(garbage)", "\(LyingServer.secret) it, after \(garbage)"]
                let rule = proxy.meet(place, with: garbage.fault)
                try await ana.say(lines[0])
                try await ana.tryToSend()
                try await proxy.waitForFaults(by: rule)
                proxy.mend()
                // Devices without a key to claim are queried again after a minute.
                ana.time.now.withLock { $0 += 61_000 }
                try await ana.say(lines[1])
                for _ in 0..<2 { try await ana.tryToSend() }
                #expect(try ana.database.outbox.all().allSatisfy { if case .sent = $0.state { true } else { false } })
                for device in [bo, late] {
                    try await device.receive()
                    try Self.expect(lines, readBy: device, after: garbage, at: place)
                }
                try await late.person.client.logOut()
                await late.person.client.shutdown()
            }
        }
    }

    /// A well-formed response can't be told from a true one. A device without a key then says so, and shows no other
    /// text.
    private static func expect(
        _ lines: [String], readBy device: Device, after garbage: Garbage, at place: FaultPlace
    ) throws {
        let (shown, encryptions) = (Array(try device.screen().suffix(2)), try device.encryptions().suffix(2))
        let makesSense =
            switch place {
            case .sendToDevice: garbage == .emptyObject || garbage == .refusal
            default: garbage == .otherTypesWithin
            }
        // A device that was not reached gets the key with a line that is sent a minute later.
        if place == .sendToDevice, garbage == .refusal { #expect(shown.last == lines.last, "after \(garbage)") }
        guard makesSense else { return #expect(shown == lines, "after \(garbage)") }
        for (line, (words, encryption)) in zip(lines, zip(shown, encryptions)) {
            guard let encryption else {
                #expect(words == line, "after \(garbage)")
                continue
            }
            let reasons = [DecryptionFailureReason.awaitsKey, .beforeKey].map {
                MessageEncryption.sealed($0, sessionID: nil)
            }
            #expect(reasons.contains(encryption) && words == "", "after \(garbage)")
        }
    }

    @Test func keyUploadIsRetriedAfterMalformedResponse() async throws {
        try await LyingServer.run { lying in
            let (ana, key) = (lying.ana, try #require(lying.ana.sealingKey))
            for garbage in Garbage.allCases {
                let rule = lying.proxy.meet(.keysUpload, with: garbage.fault)
                await ana.encryption?.uploadKeys(serverHas: 40)
                try await lying.proxy.waitForFaults(by: rule)
                lying.proxy.mend()
                await ana.encryption?.uploadKeys()
                let account = try await ana.database.encryption.readAside { tables in
                    try DeviceKeyTables(tables: tables, key: key).account()
                }
                #expect(account?.unpublishedOneTimeKeys.isEmpty == true, "after \(garbage)")
            }
        }
    }

    @Test func malformedResponsesYieldNoDevicesOrBackups() async throws {
        try await LyingServer.run { lying in
            let client = lying.ana.person.client
            let version = try await client.makeKeyBackup(
                algorithm: BackupKey.algorithm, authData: ["public_key": .string(BackupKey().publicKey.base64)])
            for garbage in Garbage.allCases {
                let devices = lying.proxy.meet(.devices, with: garbage.fault)
                #expect((try? await client.devices()) ?? [] == [], "\(garbage)")
                try await lying.proxy.waitForFaults(by: devices)
                let backup = lying.proxy.meet(.backup, with: garbage.fault, times: 4)
                #expect((try? await client.keyBackup()) == nil, "\(garbage)")
                #expect((try? await client.backedUpKeys(version: version)) ?? [:] == [:], "\(garbage)")
                let key = try? await client.backedUpKey(version: version, roomID: lying.ana.chatID, sessionID: "x")
                #expect(key == nil, "\(garbage)")
                // The number of keys in the backup is whatever the server says.
                _ = try? await client.backUp([:], version: version)
                try await lying.proxy.waitForFaults(4, by: backup)
                lying.proxy.mend()
            }
        }
    }

    /// The requests before the first line of a chat whose members and state are unknown.
    @Test(arguments: [FaultPlace.members, .state])
    func malformedMemberResponsesNeverAddRecipients(at place: FaultPlace) async throws {
        try await LyingServer.run { lying in
            for garbage in Garbage.allCases {
                let chatID = try await lying.bo.person.makeEncryptedRoom(with: [lying.ana.person])
                let (ana, bo) = (try lying.ana.inChat(chatID), try lying.bo.inChat(chatID))
                lying.lie(at: .sync) { $0.withoutEvents("m.room.history_visibility") }
                for device in [ana, bo] { try await device.receive() }
                lying.proxy.mend()
                let lines = ["\(LyingServer.secret) \(garbage)", "\(LyingServer.secret) it, after \(garbage)"]
                let rule = lying.proxy.meet(place, with: garbage.fault)
                try await ana.say(lines[0])
                try await ana.tryToSend()
                try await lying.proxy.waitForFaults(by: rule)
                lying.proxy.mend()
                try await ana.say(lines[1])
                try await ana.tryToSend()
                try await bo.receive()
                #expect(try bo.screen() == lines, "after \(garbage)")
                #expect(try await !bo.onServer().contains { $0.contains(LyingServer.secret) }, "after \(garbage)")
            }
        }
    }

    @Test func invitedUserGetsNoKeyIfVisibilityIsMalformed() async throws {
        try await LyingServer.run { lying in
            let kim = try await lying.newPerson("kim")
            let chatID = try await lying.bo.person.makeEncryptedRoom(with: [lying.ana.person])
            try await lying.bo.person.client.invite(userID: kim.person.userID, roomID: chatID)
            let ana = try lying.ana.inChat(chatID)
            lying.lie(at: .sync) { $0.withoutEvents("m.room.history_visibility") }
            try await ana.receive()
            lying.proxy.mend()
            lying.lie(at: .state) { _ in ["history_visibility": 7] }
            try await ana.say("\(LyingServer.secret) the mat")
            try await ana.tryToSend()
            let shares = try await ana.database.encryption.readAside { tables in
                try tables.sendingKey(chatID: chatID).map { try tables.shares(sessionID: $0.sessionID) } ?? []
            }
            #expect(shares.map(\.userID) == [lying.bo.person.userID])
            await kim.person.client.shutdown()
        }
    }

    @Test(arguments: [FaultPlace.device, .deleteDevices])
    func deviceChangeCanBeRetriedAfterMalformedResponse(at place: FaultPlace) async throws {
        try await LyingServer.run { lying in
            let (client, userID) = (lying.ana.person.client, lying.ana.person.userID)
            let proof = AccountProof(password: Person.password(of: "ana"))
            for garbage in Garbage.allCases {
                let other = try await lying.ana.person.logInAgain(on: lying.server)
                let (id, name) = (other.session.deviceID, "kitchen, \(garbage)")
                let rule = lying.proxy.meet(place, with: garbage.fault)
                do throws(MatrixClientError) {
                    if place == .device {
                        try await client.renameDevice(id, to: name)
                    } else {
                        try await client.deleteDevices([id], userID: userID, proof: proof)
                    }
                } catch {
                    Garbage.expectOneLine(error.message)
                }
                try await lying.proxy.waitForFaults(by: rule)
                lying.proxy.mend()
                #expect(try await client.devices().contains { $0.id == id } || place == .deleteDevices)
                try await client.renameDevice(id, to: name)
                try await client.deleteDevices([id], userID: userID, proof: proof)
                #expect(try await client.devices().map(\.id) == [lying.ana.person.session.deviceID])
                await other.client.shutdown()
            }
        }
    }

    /// The parts of a sync about devices and keys, and the other parts.
    @Test(
        arguments: [
            ("to_device", 5), ("to_device", ["events": 5]),
            ("to_device", ["events": [5, nil, [:], ["type": "m.room.encrypted", "sender": 5, "content": [:]]]]),
            (
                "to_device",
                ["events": [["type": "m.room.encrypted", "sender": "@bo:localhost", "content": ["algorithm": 5]]]]
            ),
            ("device_lists", "all"), ("device_lists", ["changed": [5, nil, ""], "left": 5]),
            ("device_one_time_keys_count", ["signed_curve25519": .integer(.min)]),
            ("device_one_time_keys_count", ["signed_curve25519": .integer(.max)]),
            ("device_one_time_keys_count", ["signed_curve25519": -1_000_000_000]),
            ("device_one_time_keys_count", ["signed_curve25519": "none"]),
            ("device_unused_fallback_key_types", [5]), ("device_unused_fallback_key_types", [:]),
        ] as [(String, JSONValue)])
    func syncWithMalformedKeyPartsIsOtherwiseApplied(_ name: String, _ value: JSONValue) async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            try await bo.receive()
            try await bo.say("\(LyingServer.secret) the mat")
            try await bo.send()
            try await ana.receive()
            try await bo.say("\(LyingServer.secret) the pot")
            try await bo.send()
            lying.lie(at: .sync) { json in
                var json = json
                json[name] = value
                return json
            }
            try await ana.receive()
            lying.proxy.mend()
            #expect(try ana.screen() == ["\(LyingServer.secret) the mat", "\(LyingServer.secret) the pot"])
            try await ana.say("\(LyingServer.secret) the stone")
            try await ana.tryToSend()
            try await bo.receive()
            #expect(try bo.screen().last == "\(LyingServer.secret) the stone")
            // The number of new keys is limited, whatever count the server reports.
            await ana.encryption?.uploadKeys()
            let count = try await ana.person.sync().oneTimeKeyCounts?["signed_curve25519"] ?? 0
            #expect((49...100).contains(count))
        }
    }
}

extension Device {
    /// Returns the same device for another chat.
    fileprivate func inChat(_ chatID: String) throws -> Device {
        try Device(person, chatID: chatID, sealedWith: sealingKey, database: database)
    }
}
