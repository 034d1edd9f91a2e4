import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct KeysTests {
    private func deviceKeys(_ person: Person, _ identity: String = "identity") async throws -> JSONValue {
        let device = try await person.deviceID()
        return [
            "user_id": .string(person.userID), "device_id": .string(device),
            "algorithms": ["m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2"],
            "keys": .object(["curve25519:\(device)": .string(identity)]),
            "signatures": .object([person.userID: .object(["ed25519:\(device)": "signed"])]),
        ]
    }

    private func oneTimeKeys(_ names: [String]) -> JSONValue {
        .object(Dictionary(uniqueKeysWithValues: names.map { ("signed_curve25519:\($0)", ["key": .string($0)]) }))
    }

    @Test func uploadedDeviceKeysAreFoundByOthers() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let device = try await ana.deviceID()
        let keys = try await deviceKeys(ana)
        #expect(try await ana.ask(.POST, "v3/keys/upload", ["device_keys": keys]).status == 200)

        let everybody: JSONValue = ["device_keys": .object([ana.userID: [], bo.userID: [], "@kim:localhost": []])]
        let found = try await bo.ask(.POST, "v3/keys/query", everybody).body["device_keys"]
        // The response distinguishes a user without devices from an unknown user.
        #expect(found?.object?.keys.sorted() == [ana.userID, bo.userID] && found?[bo.userID] == [:])
        var json = try #require(found?[ana.userID]?[device])
        json["unsigned"] = nil
        #expect(json == keys)
        let other: JSONValue = ["device_keys": .object([ana.userID: ["OTHER"]])]
        #expect(try await bo.ask(.POST, "v3/keys/query", other).body["device_keys"] == .object([ana.userID: [:]]))
        await server.stop()
    }

    @Test func keysOfManyDevicesAreWrittenOneByOne() async throws {
        let server = try await ServerUnderTest.start { $0.answerBytesInMemory = 8_192 }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let owner = ana.userID
        let long = JSONValue.string(String(repeating: "x", count: 10_000))
        try await server.server.server.commits.commit { changes in
            for number in 0..<40 {
                let device = Caller(userID: owner, deviceID: "D\(number)")
                _ = try DeviceKeysTable(changes.database).put(["keys": ["a": long]], of: device)
            }
        }
        func devices(_ wanted: JSONValue) async throws -> [String: JSONValue] {
            let query: JSONValue = ["device_keys": .object([owner: wanted])]
            let found = try await bo.ask(.POST, "v3/keys/query", query).body["device_keys"]
            return try #require(found?[owner]?.object)
        }
        let all = try await devices([])
        #expect(Set(all.keys) == Set((0..<40).map { "D\($0)" }))
        #expect(all.values.allSatisfy { $0["keys"]?["a"] == long })
        #expect(try await devices(["D7", "NONE"]).keys.map(\.self) == ["D7"])
        await server.stop()
    }

    @Test(arguments: [0, 2100]) func enablingEncryptionAnnouncesDeviceListsOfMembers(events: Int) async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let keys = try await deviceKeys(ana)
        #expect(try await ana.ask(.POST, "v3/keys/upload", ["device_keys": keys]).status == 200)
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let since = try await bo.now()
        if events > 0 {
            let draft = EventDraft("m.room.message", sender: ana.userID, content: ["body": "x"])
            try await server.server.server.commits.commit { changes in
                for _ in 0..<events { try RoomWriter(changes).append(draft, to: room) }
            }
        }
        let encryption: JSONValue = ["algorithm": "m.megolm.v1.aes-sha2"]
        let path = "v3/rooms/\(room)/state/m.room.encryption"
        #expect(try await ana.ask(.PUT, path, encryption).status == 200)
        let update = try await bo.sync(since: since)
        #expect(update["device_lists"]?["changed"] == [.string(ana.userID)])
        let now = try #require(update["next_batch"]?.string)
        let changes = try await bo.ask(.GET, "v3/keys/changes?from=\(since)&to=\(now)").body
        #expect(changes["changed"] == [.string(ana.userID)])
        await server.stop()
    }

    @Test func keyClaimsByStrangersAreLimitedMoreThanByMembers() async throws {
        let server = try await ServerUnderTest.start { limits in
            limits.claims = .init(burst: 4, perSecond: 1.0 / 4_000)
            limits.claimsOfStranger = .init(burst: 2, perSecond: 1.0 / 8_000)
            limits.keysKeptFromStrangers = 5
        }
        let (ana, bo, kim) = (
            try await server.person("ana"), try await server.person("bo"), try await server.person("kim")
        )
        let room = try await ana.createRoom(["invite": [.string(bo.userID)]])
        try await bo.join(room)
        let device = try await ana.deviceID()
        let names = (0..<8).map { "K\($0)" }
        #expect(
            try await ana.ask(.POST, "v3/keys/upload", ["one_time_keys": oneTimeKeys(names)]).status == 200)
        let claim: JSONValue = ["one_time_keys": .object([ana.userID: .object([device: "signed_curve25519"])])]
        func given(to person: Person) async throws -> String? {
            let answer = try await person.ask(.POST, "v3/keys/claim", claim)
            guard answer.status == 200 else { return answer.code }
            return answer.body["one_time_keys"]?[ana.userID]?[device]?.object?.keys.first
        }
        // Without a fallback key there are no more keys to claim.
        for expected in ["signed_curve25519:K0", "signed_curve25519:K1", "M_LIMIT_EXCEEDED"] {
            #expect(try await given(to: kim) == expected)
        }
        #expect(try await kim.ask(.POST, "v3/keys/claim", claim).headers.first(name: "retry-after") == "8000")
        #expect(
            try await ana.ask(.POST, "v3/keys/upload", ["fallback_keys": oneTimeKeys(["FALL"])]).status == 200)
        #expect(try await given(to: kim) == "signed_curve25519:FALL")
        #expect(try await given(to: bo) == "signed_curve25519:K2")
        // The last keys are reserved for users who share a room.
        #expect(try await given(to: server.person("lou")) == "signed_curve25519:FALL")
        for expected in ["K3", "K4", "K5", "FALL"] {
            #expect(try await given(to: bo) == "signed_curve25519:\(expected)")
        }
        await server.stop()
    }

    @Test func oneTimeKeysAreClaimedOnceThenTheFallbackKey() async throws {
        let server = try await ServerUnderTest.start { $0.keysKeptFromStrangers = 0 }
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let device = try await ana.deviceID()
        let upload: JSONValue = [
            "one_time_keys": oneTimeKeys(["AAA", "AAB"]), "fallback_keys": oneTimeKeys(["FALL"]),
        ]
        let counts = try await ana.ask(.POST, "v3/keys/upload", upload).body["one_time_key_counts"]
        #expect(counts == ["signed_curve25519": 2])
        // The response may have been lost.
        #expect(try await ana.ask(.POST, "v3/keys/upload", upload).body["one_time_key_counts"] == counts)

        let claim: JSONValue = [
            "one_time_keys": .object([
                ana.userID: .object([device: "signed_curve25519", "NONE": "signed_curve25519"]),
                "@kim:localhost": ["X": "signed_curve25519"],
            ])
        ]
        var given: [String] = []
        for _ in 0..<4 {
            let keys = try await bo.ask(.POST, "v3/keys/claim", claim).body["one_time_keys"]
            #expect(keys?.object?.keys.sorted() == [ana.userID])
            #expect(keys?[ana.userID]?.object?.keys.sorted() == [device])
            given += keys?[ana.userID]?[device]?.object?.keys.sorted() ?? []
        }
        #expect(given == ["AAA", "AAB", "FALL", "FALL"].map { "signed_curve25519:\($0)" })
        #expect(try await ana.ask(.POST, "v3/keys/upload", [:]).body["one_time_key_counts"] == [:])
        await server.stop()
    }

    @Test func deviceKeysCannotBeReplaced() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let device = try await ana.deviceID()
        var keys = try await deviceKeys(ana)
        let first: JSONValue = ["device_keys": keys, "one_time_keys": oneTimeKeys(["AAA"])]
        #expect(try await ana.ask(.POST, "v3/keys/upload", first).status == 200)
        let others = try await deviceKeys(ana, "another")
        let refused = try await ana.ask(
            .POST, "v3/keys/upload", ["device_keys": others, "one_time_keys": oneTimeKeys(["BBB"])])
        #expect(refused.status == 400 && refused.code == "M_INVALID_PARAM")
        #expect(
            try await ana.ask(.POST, "v3/keys/upload", [:]).body["one_time_key_counts"] == ["signed_curve25519": 1])

        // The signatures are not part of the device keys.
        keys["signatures"] = .object([ana.userID: .object(["ed25519:\(device)": "signed", "ed25519:S": "as well"])])
        #expect(try await ana.ask(.POST, "v3/keys/upload", ["device_keys": keys]).status == 200)
        let query: JSONValue = ["device_keys": .object([ana.userID: []])]
        var found = try await bo.ask(.POST, "v3/keys/query", query).body["device_keys"]?[ana.userID]?[device]
        found?["unsigned"] = nil
        #expect(found == keys)
        await server.stop()
    }

    @Test func reuploadedFallbackKeyStaysUsed() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let claim: JSONValue = [
            "one_time_keys": .object([ana.userID: .object([try await ana.deviceID(): "signed_curve25519"])])
        ]
        func unused(after key: String) async throws -> JSONValue? {
            let upload: JSONValue = ["fallback_keys": oneTimeKeys([key])]
            #expect(try await ana.ask(.POST, "v3/keys/upload", upload).status == 200)
            return try await ana.sync()["device_unused_fallback_key_types"]
        }
        #expect(try await unused(after: "FALL") == ["signed_curve25519"])
        #expect(try await bo.ask(.POST, "v3/keys/claim", claim).status == 200)
        #expect(try await unused(after: "FALL") == [])
        #expect(try await unused(after: "NEXT") == ["signed_curve25519"])
        await server.stop()
    }

    @Test func foreignAndMalformedKeysAreRefused() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        var unsigned = try await deviceKeys(bo)
        unsigned["signatures"] = nil
        var stolen = try await deviceKeys(ana)
        stolen["device_id"] = .string(try await bo.deviceID())
        let long = String(repeating: "x", count: 5_000)
        let refused: [JSONValue] = [
            ["device_keys": try await deviceKeys(ana)], ["device_keys": stolen], ["device_keys": unsigned],
            ["device_keys": "none"], ["one_time_keys": ["signed_curve25519": "key"]],
            ["one_time_keys": ["signed_curve25519:": "key"]], ["one_time_keys": [":AAA": "key"]],
            ["one_time_keys": ["signed_curve25519:AAA": 7]], ["one_time_keys": []],
            ["one_time_keys": ["signed_curve25519:AAA": .string(long)]],
            ["fallback_keys": .object(["signed_curve25519:\(long)": "key"])],
        ]
        for upload in refused {
            let status = try await bo.ask(.POST, "v3/keys/upload", upload).status
            #expect(status == 400 || status == 413, "\(upload)")
        }
        let first: JSONValue = ["one_time_keys": ["signed_curve25519:AAA": "one"]]
        let second: JSONValue = ["one_time_keys": ["signed_curve25519:AAA": "two", "signed_curve25519:AAB": "new"]]
        #expect(try await bo.ask(.POST, "v3/keys/upload", first).status == 200)
        #expect(try await bo.ask(.POST, "v3/keys/upload", second).status == 400)
        let counts = try await bo.ask(.POST, "v3/keys/upload", [:]).body["one_time_key_counts"]
        #expect(counts == ["signed_curve25519": 1])
        for body: JSONValue in [[:], ["device_keys": []], ["device_keys": ["@ana:localhost": "all"]]] {
            #expect(try await bo.ask(.POST, "v3/keys/query", body).status == 400, "\(body)")
        }
        for body: JSONValue in [[:], ["one_time_keys": ["@ana:localhost": ["X": 7]]]] {
            #expect(try await bo.ask(.POST, "v3/keys/claim", body).status == 400, "\(body)")
        }
        await server.stop()
    }

    @Test func logoutDeletesDeviceKeys() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let device = try await bo.deviceID()
        let upload: JSONValue = ["device_keys": try await deviceKeys(bo), "one_time_keys": oneTimeKeys(["AAA"])]
        #expect(try await bo.ask(.POST, "v3/keys/upload", upload).status == 200)
        #expect(try await bo.ask(.POST, "v3/logout").status == 200)
        let query: JSONValue = ["device_keys": .object([bo.userID: []])]
        #expect(try await ana.ask(.POST, "v3/keys/query", query).body["device_keys"] == .object([bo.userID: [:]]))
        let claim: JSONValue = ["one_time_keys": .object([bo.userID: .object([device: "signed_curve25519"])])]
        #expect(try await ana.ask(.POST, "v3/keys/claim", claim).body["one_time_keys"] == [:])
        await server.stop()
    }
}
