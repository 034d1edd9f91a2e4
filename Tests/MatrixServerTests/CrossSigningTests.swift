import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests that the server stores and serves keys and signatures. Clients verify them.
@Suite(.timeLimit(.minutes(5))) struct CrossSigningTests {
    private static let upload = "v3/keys/device_signing/upload"

    private func key(_ usage: String, _ name: String, of person: Person) -> JSONValue {
        [
            "user_id": .string(person.userID), "usage": .array([.string(usage)]),
            "keys": .object(["ed25519:\(name)": .string(name)]), "signatures": [:],
        ]
    }

    private func keys(_ name: String, of person: Person) -> JSONValue {
        [
            "master_key": key("master", "\(name)M", of: person),
            "self_signing_key": key("self_signing", "\(name)S", of: person),
            "user_signing_key": key("user_signing", "\(name)U", of: person),
        ]
    }

    private func query(_ user: String, by person: Person) async throws -> JSONValue {
        try await person.ask(.POST, "v3/keys/query", ["device_keys": .object([user: []])]).body
    }

    @Test func onlyReplacingKeysRequiresThePassword() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        #expect(try await ana.ask(.POST, Self.upload, keys("a", of: ana)).status == 200)
        // The response may have been lost.
        #expect(try await ana.ask(.POST, Self.upload, keys("a", of: ana)).status == 200)

        var other = keys("b", of: ana)
        let asked = try await ana.ask(.POST, Self.upload, other)
        #expect(asked.status == 401)
        #expect(asked.body["flows"]?.array?.first?["stages"] == ["m.login.password"])
        other["auth"] = ["type": "m.login.password", "password": "wrong", "session": asked.body["session"] ?? ""]
        let wrong = try await ana.ask(.POST, Self.upload, other)
        #expect(wrong.status == 401 && wrong.code == "M_FORBIDDEN")
        #expect(try await query(ana.userID, by: bo)["master_keys"]?[ana.userID] == key("master", "aM", of: ana))

        let own: JSONValue = ["type": "m.id.user", "user": "ana"]
        other["auth"] = ["type": "m.login.password", "password": "secret", "identifier": own]
        #expect(try await ana.ask(.POST, Self.upload, other).status == 200)
        let found = try await query(ana.userID, by: bo)
        #expect(found["master_keys"]?[ana.userID] == key("master", "bM", of: ana))
        #expect(found["self_signing_keys"]?[ana.userID] == key("self_signing", "bS", of: ana))
        #expect(found["user_signing_keys"] == nil)
        let mine = try await query(ana.userID, by: ana)
        #expect(mine["user_signing_keys"]?[ana.userID] == key("user_signing", "bU", of: ana))
        await server.stop()
    }

    @Test func anotherUsersPasswordIsRefused() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        _ = try await server.person("bo")
        #expect(try await ana.ask(.POST, Self.upload, keys("a", of: ana)).status == 200)
        var other = keys("b", of: ana)
        other["auth"] = [
            "type": "m.login.password", "password": "secret", "identifier": ["type": "m.id.user", "user": "bo"],
        ]
        #expect(try await ana.ask(.POST, Self.upload, other).status == 403)
        #expect(try await query(ana.userID, by: ana)["master_keys"]?[ana.userID] == key("master", "aM", of: ana))
        await server.stop()
    }

    @Test func userSigningKeyIsAnnouncedToItsOwnerOnly() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["invite": [.string(bo.userID)]])
        try await bo.join(room)
        var all = keys("a", of: ana)
        let userSigning = all["user_signing_key"]
        all["user_signing_key"] = nil
        func changed(_ person: Person, since: String) async throws -> [String] {
            let answer = try await person.ask(.GET, "v3/sync?since=\(since)").body
            return answer["device_lists"]?["changed"]?.array?.compactMap(\.string) ?? []
        }
        var since = (try await ana.now(), try await bo.now())
        #expect(try await ana.ask(.POST, Self.upload, all).status == 200)
        #expect(try await changed(bo, since: since.1) == [ana.userID])
        since = (try await ana.now(), try await bo.now())
        let own: JSONValue = ["type": "m.id.user", "user": "ana"]
        let proof: JSONValue = ["type": "m.login.password", "password": "secret", "identifier": own]
        let upload: JSONValue = ["user_signing_key": userSigning ?? .null, "auth": proof]
        #expect(try await ana.ask(.POST, Self.upload, upload).status == 200)
        #expect(try await changed(ana, since: since.0) == [ana.userID])
        #expect(try await changed(bo, since: since.1).isEmpty)
        await server.stop()
    }

    @Test func deviceIDCannotEqualACrossSigningKeyID() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        func logIn(_ device: String) async throws -> Answer {
            try await server.request(
                .POST, "v3/login",
                [
                    "type": "m.login.password", "password": "secret", "device_id": .string(device),
                    "identifier": ["type": "m.id.user", "user": "ana"],
                ])
        }
        #expect(try await logIn("aS").status == 200)
        let taken = try await ana.ask(.POST, Self.upload, keys("a", of: ana))
        #expect(taken.status == 403 && taken.code == "M_FORBIDDEN")
        #expect(try await query(ana.userID, by: ana)["master_keys"] == nil)
        #expect(try await ana.ask(.POST, Self.upload, keys("b", of: ana)).status == 200)
        for name in ["bM", "bS", "bU"] {
            let refused = try await logIn(name)
            #expect(refused.status == 403 && refused.code == "M_FORBIDDEN", "\(name)")
        }
        await server.stop()
    }

    @Test func newSignatureIsAnnouncedOnceToUsersWhoSeeIt() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo, kim) = (
            try await server.person("ana"), try await server.person("bo"), try await server.person("kim")
        )
        let room = try await ana.createRoom(["preset": "public_chat"])
        for person in [bo, kim] { try await person.join(room) }
        for person in [ana, bo] {
            #expect(try await person.ask(.POST, Self.upload, keys(person.name, of: person)).status == 200)
        }
        let people = [ana, bo, kim]
        var places: [String] = []
        for person in people { places.append(try await person.now()) }
        func told() async throws -> [[String]] {
            var told: [[String]] = []
            for (index, person) in people.enumerated() {
                let answer = try await person.sync(since: places[index])
                places[index] = try #require(answer["next_batch"]?.string)
                told.append(answer["device_lists"]?["changed"]?.array?.compactMap(\.string) ?? [])
            }
            return told
        }
        func sign(_ owner: Person, by signer: Person, _ signature: String) async throws {
            var key = key("master", "\(owner.name)M", of: owner)
            key["signatures"] = .object([signer.userID: ["ed25519:X": .string(signature)]])
            let body: JSONValue = .object([owner.userID: .object(["\(owner.name)M": key])])
            #expect(try await signer.ask(.POST, "v3/keys/signatures/upload", body).body["failures"] == [:])
        }
        try await sign(ana, by: bo, "one")
        #expect(try await told() == [[], [ana.userID], []])
        try await sign(ana, by: ana, "own")
        #expect(try await told() == [[ana.userID], [ana.userID], [ana.userID]])
        try await sign(ana, by: bo, "one")
        try await sign(ana, by: ana, "own")
        #expect(try await ana.ask(.POST, Self.upload, keys("ana", of: ana)).status == 200)
        #expect(try await told() == [[], [], []])
        try await sign(ana, by: bo, "other")
        #expect(try await told() == [[], [ana.userID], []])
        await server.stop()
    }

    @Test func malformedKeysAreRefused() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        var two = key("master", "a", of: ana)
        two["keys"] = ["ed25519:a": "a", "ed25519:b": "b"]
        var named = key("master", "a", of: ana)
        named["keys"] = ["ed25519:a": "b"]
        let refused: [JSONValue] = [
            ["master_key": key("master", "a", of: bo)], ["master_key": key("self_signing", "a", of: ana)],
            ["master_key": two], ["master_key": named], ["master_key": "none"],
        ]
        let alone = try await ana.ask(.POST, Self.upload, ["self_signing_key": key("self_signing", "a", of: ana)])
        #expect(alone.status == 400 && alone.code == "M_MISSING_PARAM")
        for body in refused {
            #expect(try await ana.ask(.POST, Self.upload, body).status == 400, "\(body)")
        }
        #expect(try await query(ana.userID, by: bo)["master_keys"] == nil)
        await server.stop()
    }

    @Test func signatureOfAnotherUsersKeyIsVisibleToItsSignerOnly() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let kim = try await server.person("kim")
        for person in [ana, bo] {
            #expect(try await person.ask(.POST, Self.upload, keys(person.name, of: person)).status == 200)
        }
        var signed = key("master", "anaM", of: ana)
        signed["signatures"] = .object([bo.userID: ["ed25519:boU": "of bo"], kim.userID: ["ed25519:kimU": "false"]])
        let upload: JSONValue = .object([ana.userID: .object(["anaM": signed])])
        #expect(try await bo.ask(.POST, "v3/keys/signatures/upload", upload).body["failures"] == [:])

        let seen = try await query(ana.userID, by: bo)["master_keys"]?[ana.userID]?["signatures"]
        #expect(seen == .object([bo.userID: ["ed25519:boU": "of bo"]]))
        for reader in [ana, kim] {
            let signatures = try await query(ana.userID, by: reader)["master_keys"]?[ana.userID]?["signatures"]
            #expect(signatures == [:], "\(reader.name)")
        }

        // Uploads a signature of an unknown key, and one of a changed key.
        var changed = signed
        changed["usage"] = ["master", "self_signing"]
        for (name, json) in [("anaM", changed), ("none", signed)] {
            let body: JSONValue = .object([ana.userID: .object([name: json])])
            let failures = try await bo.ask(.POST, "v3/keys/signatures/upload", body).body["failures"]
            #expect(failures?[ana.userID]?[name]?["errcode"] == "M_INVALID_SIGNATURE", "\(name)")
        }
        await server.stop()
    }
}
