import MatrixAPI
import MatrixServer
import NIOHTTP1
import Testing

/// Tests the limits of keys and signatures for each account.
@Suite(.timeLimit(.minutes(5))) struct KeyLimitTests {
    private static let full = "M_RESOURCE_LIMIT_EXCEEDED"

    private func oneTimeKeys(_ names: String...) -> JSONValue {
        .object(Dictionary(uniqueKeysWithValues: names.map { ($0, ["key": .string($0)]) }))
    }

    @Test func oneTimeKeysPerDeviceAreLimited() async throws {
        let server = try await ServerUnderTest.start {
            ($0.oneTimeKeys, $0.keysKeptFromStrangers) = (3, 0)
        }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let path = "v3/keys/upload"
        let first: JSONValue = [
            "one_time_keys": oneTimeKeys("a:1", "a:2"), "fallback_keys": oneTimeKeys("a:f"),
        ]
        for _ in 0..<2 { #expect(try await ana.ask(.POST, path, first).status == 200) }
        for member in ["one_time_keys", "fallback_keys"] {
            // Each algorithm has one fallback key, and an algorithm may have any name.
            let more = try await ana.ask(.POST, path, .object([member: oneTimeKeys("b:3")]))
            #expect(more.status == 403 && more.code == Self.full)
        }
        #expect(try await ana.ask(.POST, path, [:]).body["one_time_key_counts"] == ["a": 2])
        let claim: JSONValue = ["one_time_keys": .object([ana.userID: .object([try await ana.deviceID(): "a"])])]
        #expect(try await bo.ask(.POST, "v3/keys/claim", claim).status == 200)
        let answer = try await ana.ask(.POST, path, ["one_time_keys": oneTimeKeys("b:3")])
        #expect(answer.body["one_time_key_counts"] == ["a": 1, "b": 1])
        await server.stop()
    }

    private func masterKey(_ name: String, of person: Person) -> JSONValue {
        [
            "user_id": .string(person.userID), "usage": ["master"],
            "keys": .object(["ed25519:\(name)": .string(name)]),
        ]
    }

    private func put(_ name: String, of person: Person) async throws {
        let body: JSONValue = [
            "master_key": masterKey(name, of: person),
            "auth": ["type": "m.login.password", "password": "secret"],
        ]
        #expect(try await person.ask(.POST, "v3/keys/device_signing/upload", body).status == 200)
    }

    private func sign(_ name: String, of owner: Person, by signer: Person, with keys: [String]) async throws -> Answer {
        var key = masterKey(name, of: owner)
        let signatures = Dictionary(uniqueKeysWithValues: keys.map { ("ed25519:\($0)", JSONValue.string("s")) })
        key["signatures"] = .object([signer.userID: .object(signatures)])
        let body: JSONValue = .object([owner.userID: .object([name: key])])
        return try await signer.ask(.POST, "v3/keys/signatures/upload", body)
    }

    private func signers(of name: String, _ person: Person) async throws -> [String] {
        let body: JSONValue = ["device_keys": .object([person.userID: []])]
        let key = try await person.ask(.POST, "v3/keys/query", body).body["master_keys"]?[person.userID]
        #expect(key?["keys"]?.object?.keys.first == "ed25519:\(name)")
        return key?["signatures"]?[person.userID]?.object?.keys.sorted() ?? []
    }

    @Test func signaturesPerUserAreLimited() async throws {
        let server = try await ServerUnderTest.start { $0.signatures = 3 }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        try await put("A", of: ana)
        try await put("B", of: bo)
        #expect(try await sign("A", of: ana, by: ana, with: ["D1", "D2"]).status == 200)
        #expect(try await sign("B", of: bo, by: ana, with: ["U"]).status == 200)
        // Repeating the upload adds nothing.
        #expect(try await sign("A", of: ana, by: ana, with: ["D1", "D2"]).status == 200)
        let more = try await sign("A", of: ana, by: ana, with: ["D3"])
        #expect(more.status == 403 && more.code == Self.full)
        #expect(try await signers(of: "A", ana) == ["ed25519:D1", "ed25519:D2"])
        // Signatures by other users count against these users' limits.
        #expect(try await sign("A", of: ana, by: bo, with: ["V"]).status == 200)

        try await put("A2", of: ana)
        #expect(try await signers(of: "A2", ana).isEmpty)
        #expect(try await sign("A2", of: ana, by: ana, with: ["D1", "D2"]).status == 200)
        #expect(try await sign("A2", of: ana, by: ana, with: ["D3"]).status == 403)
        await server.stop()
    }

    @Test func logoutDeletesSignaturesOfTheDevice() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        try await put("A", of: ana)
        let login: JSONValue = [
            "type": "m.login.password", "password": "secret", "device_id": "PHONE",
            "identifier": ["type": "m.id.user", "user": "ana"],
        ]
        let token = try #require(try await server.request(.POST, "v3/login", login).body["access_token"]?.string)
        let phone = Person(server: server, name: "ana", token: token)
        let keys: JSONValue = [
            "user_id": .string(ana.userID), "device_id": "PHONE", "algorithms": [], "keys": [:], "signatures": [:],
        ]
        #expect(try await phone.ask(.POST, "v3/keys/upload", ["device_keys": keys]).status == 200)
        #expect(try await sign("A", of: ana, by: phone, with: ["PHONE", "LAPTOP"]).status == 200)
        #expect(try await phone.ask(.POST, "v3/logout").status == 200)
        #expect(try await signers(of: "A", ana) == ["ed25519:LAPTOP"])
        await server.stop()
    }

    private func backUp(_ names: ClosedRange<Int>, _ version: String, _ person: Person, first: Int64 = 5) async throws
        -> Answer
    {
        let key: JSONValue = [
            "first_message_index": .integer(first), "forwarded_count": 0, "is_verified": false, "session_data": [:],
        ]
        let sessions = Dictionary(uniqueKeysWithValues: names.map { ("s\($0)", key) })
        let body: JSONValue = ["rooms": ["!a:x": ["sessions": .object(sessions)]]]
        return try await person.ask(.PUT, "v3/room_keys/keys?version=\(version)", body)
    }

    private func begin(_ person: Person) async throws -> Answer {
        try await person.ask(.POST, "v3/room_keys/version", ["algorithm": "a", "auth_data": [:]])
    }

    @Test func fullBackupAcceptsOnlyBetterKeys() async throws {
        let server = try await ServerUnderTest.start { $0.backedUpKeys = 3 }
        let ana = try await server.person("ana")
        let old = try #require(try await begin(ana).body["version"]?.string)
        #expect(try await backUp(1...1, old, ana).body["count"] == 1)
        let version = try #require(try await begin(ana).body["version"]?.string)
        #expect(try await backUp(1...2, version, ana).body["count"] == 2)
        let more = try await backUp(1...3, version, ana, first: 4)
        #expect(more.status == 403 && more.code == Self.full)
        #expect(try await backUp(1...2, version, ana, first: 3).body["count"] == 2)
        let path = "v3/room_keys/keys/!a:x/s1?version=\(version)"
        #expect(try await ana.ask(.GET, path).body["first_message_index"] == 3)
        #expect(try await ana.ask(.DELETE, path).body["count"] == 1)
        #expect(try await backUp(3...3, version, ana).body["count"] == 2)
        #expect(try await ana.ask(.DELETE, "v3/room_keys/version/\(old)").status == 200)
        #expect(try await backUp(4...4, version, ana).body["count"] == 3)
        #expect(try await ana.ask(.GET, "v3/room_keys/version").body["count"] == 3)
        await server.stop()
    }

    @Test func keyBackupsPerAccountAreLimited() async throws {
        let server = try await ServerUnderTest.start { $0.keyBackups = 2 }
        let ana = try await server.person("ana")
        #expect(try await begin(ana).body["version"] == "1")
        #expect(try await begin(ana).body["version"] == "2")
        let more = try await begin(ana)
        #expect(more.status == 403 && more.code == Self.full)
        for version in ["2", "1"] {
            #expect(try await ana.ask(.DELETE, "v3/room_keys/version/\(version)").status == 200)
        }
        #expect(try await begin(ana).body["version"] == "3")
        #expect(try await ana.ask(.GET, "v3/room_keys/version/2").status == 404)
        await server.stop()
    }

    @Test func roomKeysInOneRequestAreLimited() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let device = try await bo.deviceID()
        func send(_ count: Int) async throws -> Answer {
            let content: JSONValue = ["ciphertext": .string(String(repeating: "x", count: 1_300))]
            var devices: [String: JSONValue] = [device: content]
            for number in 1..<count { devices["D\(number)"] = content }
            let body: JSONValue = ["messages": .object([bo.userID: .object(devices)])]
            return try await ana.ask(.PUT, "v3/sendToDevice/m.room.encrypted/t\(count)", body)
        }
        #expect(try await send(300).status == 200)
        let more = try await send(500)
        #expect(more.status == 413 && more.code == "M_TOO_LARGE")
        #expect(try await bo.sync()["to_device"]?["events"]?.array?.count == 1)
        await server.stop()
    }
}
