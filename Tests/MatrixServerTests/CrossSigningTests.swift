import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// The server carries keys and signatures; whether they are true, clients look at.
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

    @Test func theFirstKeysNeedNoPasswordAndOthersDo() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        #expect(try await ana.ask(.POST, Self.upload, keys("a", of: ana)).status == 200)
        // The answer may have been lost.
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

    @Test func thePasswordOfAnotherProvesNothing() async throws {
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
            ["self_signing_key": key("self_signing", "a", of: ana)],
        ]
        for body in refused {
            #expect(try await ana.ask(.POST, Self.upload, body).status == 400, "\(body)")
        }
        #expect(try await query(ana.userID, by: bo)["master_keys"] == nil)
        await server.stop()
    }

    @Test func aSignatureOfAnothersKeyIsSeenByWhoMadeItAlone() async throws {
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

        // Of what is not there, and of what was changed.
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
