import MatrixAPI
import MatrixServer
import NIOHTTP1
import Testing

/// Tests that logging out another device takes the password. A stolen token alone must not lock the owner out.
@Suite(.timeLimit(.minutes(5))) struct DeviceDeletionTests {
    private func login(_ server: ServerUnderTest) async throws -> (token: String, device: String) {
        let body: JSONValue = ["type": "m.login.password", "user": "ana", "password": "secret"]
        let answer = try await server.request(.POST, "v3/login", body).body
        return (
            try #require(answer["access_token"]?.string), try #require(answer["device_id"]?.string)
        )
    }

    @Test func passwordlessAccountIsNotAskedForAPassword() async throws {
        let server = try await ServerUnderTest.start()
        let here = try await server.server.localSession(localpart: "ana", displayName: "Ana", deviceID: "HERE")
        let there = try await server.server.localSession(localpart: "ana", displayName: "Ana", deviceID: "THERE")
        let ana = Person(server: server, name: "ana", token: here.accessToken)
        #expect(try await ana.ask(.DELETE, "v3/devices/THERE", [:]).status == 200)
        #expect(try await server.request(.GET, "v3/account/whoami", token: there.accessToken).status == 401)
        // Replaces the identity, as after it was lost.
        for name in ["a", "b"] {
            let key: JSONValue = [
                "user_id": .string(ana.userID), "usage": ["master"],
                "keys": .object(["ed25519:\(name)": .string(name)]),
            ]
            let answer = try await ana.ask(.POST, "v3/keys/device_signing/upload", ["master_key": key])
            #expect(answer.status == 200)
        }
        await server.stop()
    }

    @Test func deletingADeviceRequiresThePassword() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let (one, two, three) = (try await login(server), try await login(server), try await login(server))
        let proof: JSONValue = ["auth": ["type": "m.login.password", "password": "secret"]]
        let path = "v3/devices/\(one.device)"
        #expect(try await ana.ask(.DELETE, path, [:]).status == 401)
        let wrong: JSONValue = ["auth": ["type": "m.login.password", "password": "false"]]
        #expect(try await ana.ask(.DELETE, path, wrong).status == 401)
        #expect(try await server.request(.GET, "v3/account/whoami", token: one.token).status == 200)

        #expect(try await ana.ask(.DELETE, path, proof).status == 200)
        #expect(try await server.request(.GET, "v3/account/whoami", token: one.token).status == 401)
        var several = proof
        several["devices"] = .array([.string(two.device), .string(three.device), "none"])
        #expect(try await ana.ask(.POST, "v3/delete_devices", several).status == 200)
        for session in [two, three] {
            #expect(try await server.request(.GET, "v3/account/whoami", token: session.token).status == 401)
        }
        let devices = try await ana.ask(.GET, "v3/devices").body
        #expect(devices["devices"]?.array?.count == 1)
        await server.stop()
    }
}
