import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Messenger

/// Answers about keys and devices that make no sense.
@Suite(.timeLimit(.minutes(5))) struct GarbageTests {
    /// At each kind of garbage a device is new to the chat, so that its keys are asked for, one is taken and it is sent to.
    @Test(arguments: [FaultPlace.keysQuery, .keysClaim, .sendToDevice])
    func nothingGoesInClearAndNothingIsLostWhateverIsAnswered(at place: FaultPlace) async throws {
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
                // Those that had no key to give are asked again after a minute.
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

    /// What makes sense can't be told from the truth: whoever lacks a key then says so, and shows nothing else.
    private static func expect(
        _ lines: [String], readBy device: Device, after garbage: Garbage, at place: FaultPlace
    ) throws {
        let (shown, encryptions) = (Array(try device.screen().suffix(2)), try device.encryptions().suffix(2))
        let makesSense =
            switch place {
            case .sendToDevice: garbage == .emptyObject || garbage == .refusal
            default: garbage == .otherTypesWithin
            }
        guard makesSense else { return #expect(shown == lines, "after \(garbage)") }
        for (line, (words, encryption)) in zip(lines, zip(shown, encryptions)) {
            guard let encryption else {
                #expect(words == line, "after \(garbage)")
                continue
            }
            let reasons = [SealedReason.awaitsKey, .beforeKey].map { MessageEncryption.sealed($0, sessionID: nil) }
            #expect(reasons.contains(encryption) && words == "", "after \(garbage)")
        }
    }

    @Test func keysThatAServerMadeNoSenseOfAreToldAgain() async throws {
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

    @Test func noDeviceAndNoBackupComesOfGarbage() async throws {
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
                // How many there are is whatever the server says.
                _ = try? await client.backUp([:], version: version)
                try await lying.proxy.waitForFaults(4, by: backup)
                lying.proxy.mend()
            }
        }
    }

    /// What a sync says of devices and keys, and the rest of it.
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
    func aSyncWithGarbageAboutKeysIsReadForTheRest(_ name: String, _ value: JSONValue) async throws {
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
            // No more keys are made than a server can be missing.
            await ana.encryption?.uploadKeys()
            let count = try await ana.person.sync().oneTimeKeyCounts?["signed_curve25519"] ?? 0
            #expect((49...100).contains(count))
        }
    }
}
