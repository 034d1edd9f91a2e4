import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct KeyBackupTests {
    private static let algorithm: JSONValue = "m.megolm_backup.v1.curve25519-aes-sha2"

    private func key(_ data: String, first: Int64 = 0, forwarded: Int64 = 0, isVerified: Bool = false) -> JSONValue {
        [
            "first_message_index": .integer(first), "forwarded_count": .integer(forwarded),
            "is_verified": .bool(isVerified), "session_data": ["ciphertext": .string(data)],
        ]
    }

    private func makeBackup(_ person: Person, _ name: String = "one") async throws -> String {
        let body: JSONValue = ["algorithm": Self.algorithm, "auth_data": ["public_key": .string(name)]]
        let answer = try await person.ask(.POST, "v3/room_keys/version", body)
        return try #require(answer.body["version"]?.string)
    }

    @Test func backedUpKeysAreReturnedWholeAndInParts() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        #expect(try await ana.ask(.GET, "v3/room_keys/version").status == 404)
        let version = try await makeBackup(ana)
        let rooms: JSONValue = [
            "!a:x": ["sessions": ["s1": key("1"), "s2": key("2")]], "!b:x": ["sessions": ["s3": key("3")]],
        ]
        let put = try await ana.ask(.PUT, "v3/room_keys/keys?version=\(version)", ["rooms": rooms])
        #expect(put.status == 200 && put.body["count"] == 3)
        #expect(try await ana.ask(.GET, "v3/room_keys/keys?version=\(version)").body["rooms"] == rooms)
        let room = try await ana.ask(.GET, "v3/room_keys/keys/!a:x?version=\(version)").body
        #expect(room == rooms["!a:x"])
        let session = "v3/room_keys/keys/!b:x/s3?version=\(version)"
        #expect(try await ana.ask(.GET, session).body == key("3"))
        #expect(try await ana.ask(.GET, "v3/room_keys/keys/!b:x/none?version=\(version)").status == 404)

        let told = try await ana.ask(.GET, "v3/room_keys/version").body
        #expect(told["version"]?.string == version && told["count"] == 3 && told["etag"] == put.body["etag"])
        #expect(try await ana.ask(.DELETE, session).body["count"] == 2)
        #expect(try await ana.ask(.GET, session).status == 404)
        #expect(try await ana.ask(.GET, "v3/room_keys/version").body["etag"] != told["etag"])
        #expect(try await bo.ask(.GET, "v3/room_keys/keys?version=\(version)").status == 404)
        await server.stop()
    }

    @Test func onlyABetterKeyReplacesABackedUpKey() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let version = try await makeBackup(ana)
        let path = "v3/room_keys/keys/!a:x/s?version=\(version)"
        let steps: [(put: JSONValue, kept: String)] = [
            (key("first", first: 5, forwarded: 2), "first"), (key("later", first: 6), "first"),
            (key("more hands", first: 5, forwarded: 3), "first"), (key("fewer hands", first: 5), "fewer hands"),
            (key("earlier", first: 1, forwarded: 9), "earlier"),
            (key("verified", first: 8, isVerified: true), "verified"), (key("not verified"), "verified"),
        ]
        for (put, kept) in steps {
            #expect(try await ana.ask(.PUT, path, put).status == 200)
            #expect(try await ana.ask(.GET, path).body["session_data"]?["ciphertext"]?.string == kept)
        }
        await server.stop()
    }

    @Test func onlyTheCurrentBackupAcceptsKeysAndVersionsAreNotReused() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let first = try await makeBackup(ana, "one")
        let second = try await makeBackup(ana, "two")
        let old = try await ana.ask(.PUT, "v3/room_keys/keys/!a:x/s?version=\(first)", key("1"))
        #expect(old.status == 403 && old.code == "M_WRONG_ROOM_KEYS_VERSION")
        #expect(old.body["current_version"]?.string == second)
        #expect(try await ana.ask(.GET, "v3/room_keys/version/\(first)").body["auth_data"] == ["public_key": "one"])

        #expect(try await ana.ask(.DELETE, "v3/room_keys/version/\(second)").status == 200)
        #expect(try await ana.ask(.GET, "v3/room_keys/version/\(second)").status == 404)
        #expect(try await ana.ask(.GET, "v3/room_keys/version").body["version"]?.string == first)
        let third = try await makeBackup(ana, "three")
        #expect(third != second && third != first)
        await server.stop()
    }

    @Test func deletingABackupIsIdempotentAndNeedsItsVersion() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let versions = [try await makeBackup(ana), try await makeBackup(ana), try await makeBackup(ana)]
        let put: JSONValue = ["algorithm": Self.algorithm, "auth_data": ["public_key": "other"]]
        #expect(try await ana.ask(.DELETE, "v3/room_keys/version/").status == 404)
        #expect(try await ana.ask(.PUT, "v3/room_keys/version/", put).status == 404)
        #expect(try await ana.ask(.GET, "v3/room_keys/version/").status == 404)
        #expect(try await ana.ask(.GET, "v3/room_keys/version").body["version"]?.string == versions[2])
        for version in [versions[0], versions[0], versions[2], versions[2]] {
            #expect(try await ana.ask(.DELETE, "v3/room_keys/version/\(version)").status == 200)
        }
        #expect(try await ana.ask(.GET, "v3/room_keys/version").body["version"]?.string == versions[1])
        for never in ["0", "4", "x"] {
            #expect(try await ana.ask(.DELETE, "v3/room_keys/version/\(never)").status == 404, "\(never)")
        }
        await server.stop()
    }

    @Test func backedUpKeyIsLimitedToFourKilobytes() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let path = "v3/room_keys/keys/!a:x/s?version=\(try await makeBackup(ana))"
        let frame = #"{"ciphertext":""}"#.utf8.count
        let large = try await ana.ask(.PUT, path, key(String(repeating: "x", count: 4_097 - frame)))
        #expect(large.status == 413 && large.code == "M_TOO_LARGE")
        #expect(try await ana.ask(.PUT, path, key(String(repeating: "x", count: 4_096 - frame))).status == 200)
        await server.stop()
    }

    @Test func backupSignaturesCanChangeButItsAlgorithmCannot() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let version = try await makeBackup(ana)
        let path = "v3/room_keys/version/\(version)"
        let signed: JSONValue = ["public_key": "one", "signatures": ["@ana:localhost": ["ed25519:A": "signed"]]]
        let body: JSONValue = ["algorithm": Self.algorithm, "auth_data": signed, "version": .string(version)]
        #expect(try await ana.ask(.PUT, path, body).status == 200)
        #expect(try await ana.ask(.GET, path).body["auth_data"] == signed)
        var other = body
        other["algorithm"] = "m.other"
        #expect(try await ana.ask(.PUT, path, other).status == 400)
        var elsewhere = body
        elsewhere["version"] = "99"
        #expect(try await ana.ask(.PUT, path, elsewhere).status == 400)
        for body: JSONValue in [[:], ["algorithm": "a"], ["algorithm": "a", "auth_data": []]] {
            #expect(try await ana.ask(.POST, "v3/room_keys/version", body).status == 400, "\(body)")
        }
        for key: JSONValue in [[:], ["first_message_index": 0], key("x", first: -1)] {
            let status = try await ana.ask(.PUT, "v3/room_keys/keys/!a:x/s?version=\(version)", key).status
            #expect(status == 400, "\(key)")
        }
        #expect(try await ana.ask(.GET, "v3/room_keys/keys").status == 400)
        await server.stop()
    }
}
