import Foundation
import MatrixAPI
import MatrixServer
import NIOHTTP1
import Testing

/// Tests tokens that expire and are refreshed.
@Suite(.timeLimit(.minutes(5))) struct RefreshTests {
    private static let hour: Int64 = 3_600_000

    @Test func expiredTokenGetsASoftLogout() async throws {
        let server = try await ServerUnderTest.start(accessTokenLifetime: 1)
        let ana = try await register(at: server)
        #expect(ana["expires_in_ms"]?.integer == 1)
        // A request takes at least a millisecond, even on a fast machine.
        let refused = try await whoAmI(ana, at: server)
        #expect(refused.status == 401 && refused.code == "M_UNKNOWN_TOKEN")
        #expect(refused.body["soft_logout"]?.bool == true)
        #expect(try await refresh(ana, at: server).status == 200)
        await server.stop()
    }

    @Test func tokenNeverExpiresUnlessRefreshIsRequested() async throws {
        let server = try await ServerUnderTest.start(accessTokenLifetime: 1)
        let answer = try await server.request(
            .POST, "v3/register", ["username": "ana", "password": "secret", "auth": ["type": "m.login.dummy"]])
        #expect(answer.body["refresh_token"] == nil && answer.body["expires_in_ms"] == nil)
        #expect(try await whoAmI(answer.body, at: server).status == 200)
        await server.stop()
    }

    @Test func oldTokensWorkUntilNewOnesAreUsed() async throws {
        let server = try await ServerUnderTest.start(accessTokenLifetime: Self.hour)
        let first = try await register(at: server)
        let lost = try await refresh(first, at: server).body
        #expect(try await whoAmI(first, at: server).status == 200)
        let second = try await refresh(first, at: server).body
        #expect(try await whoAmI(lost, at: server).status == 401)
        #expect(try await whoAmI(second, at: server).body["device_id"] == first["device_id"])
        let old = try await whoAmI(first, at: server)
        #expect(old.status == 401 && old.body["soft_logout"] == nil)
        let used = try await refresh(first, at: server)
        #expect(used.status == 401 && used.code == "M_UNKNOWN_TOKEN")
        #expect(try await refresh(second, at: server).status == 200)
        await server.stop()
    }

    @Test func usingTheNewRefreshTokenInvalidatesTheOldOne() async throws {
        let server = try await ServerUnderTest.start(accessTokenLifetime: Self.hour)
        let first = try await register(at: server)
        let second = try await refresh(first, at: server).body
        let third = try await refresh(second, at: server).body
        #expect(try await refresh(first, at: server).status == 401)
        #expect(try await whoAmI(first, at: server).status == 401)
        #expect(try await whoAmI(second, at: server).status == 200)
        #expect(try await whoAmI(third, at: server).status == 200)
        #expect(try await whoAmI(second, at: server).status == 401)
        await server.stop()
    }

    @Test func tokenStateSurvivesARestart() async throws {
        var server = try await ServerUnderTest.start(accessTokenLifetime: Self.hour)
        let directory = server.directory
        let first = try await register(at: server)
        let second = try await refresh(first, at: server).body
        await server.server.stop()
        server = try await ServerUnderTest.start(in: directory, accessTokenLifetime: Self.hour)
        #expect(try await whoAmI(first, at: server).status == 200)
        #expect(try await whoAmI(second, at: server).status == 200)
        await server.server.stop()
        server = try await ServerUnderTest.start(in: directory, accessTokenLifetime: Self.hour)
        #expect(try await whoAmI(first, at: server).status == 401)
        #expect(try await whoAmI(second, at: server).status == 200)
        #expect(try await refresh(first, at: server).status == 401)
        #expect(try await refresh(second, at: server).status == 200)
        await server.stop()
    }

    @Test func logoutInvalidatesAllTokensOfTheDevice() async throws {
        let server = try await ServerUnderTest.start(accessTokenLifetime: Self.hour)
        let first = try await register(at: server)
        let second = try await refresh(first, at: server).body
        let token = try #require(first["access_token"]?.string)
        #expect(try await server.request(.POST, "v3/logout", [:], token: token).status == 200)
        for tokens in [first, second] {
            #expect(try await whoAmI(tokens, at: server).status == 401)
            #expect(try await refresh(tokens, at: server).status == 401)
        }
        await server.stop()
    }

    @Test func streamClosesWhenItsTokenExpires() async throws {
        let server = try await ServerUnderTest.start(accessTokenLifetime: 3_000)
        let token = try #require(try await register(at: server)["access_token"]?.string)
        try await RawConnection.open(to: server) { stream in
            let head = [
                "GET /_matrix/client/unstable/im.confab.stream HTTP/1.1", "Host: localhost",
                "Authorization: Bearer \(token)", "Connection: Upgrade", "Upgrade: websocket",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Sec-WebSocket-Protocol: m.json",
            ]
            try await stream.send(head.joined(separator: "\r\n") + "\r\n\r\n")
            #expect(try await stream.head().hasPrefix("HTTP/1.1 101"))
            #expect(try await stream.closeCode() == 4001)
        }
        await server.stop()
    }

    private func register(at server: ServerUnderTest) async throws -> JSONValue {
        let answer = try await server.request(
            .POST, "v3/register",
            ["username": "ana", "password": "secret", "refresh_token": true, "auth": ["type": "m.login.dummy"]])
        #expect(answer.status == 200)
        return answer.body
    }

    private func whoAmI(_ tokens: JSONValue, at server: ServerUnderTest) async throws -> Answer {
        let token = try #require(tokens["access_token"]?.string)
        return try await server.request(.GET, "v3/account/whoami", token: token)
    }

    private func refresh(_ tokens: JSONValue, at server: ServerUnderTest) async throws -> Answer {
        let token = try #require(tokens["refresh_token"])
        return try await server.request(.POST, "v3/refresh", ["refresh_token": token])
    }
}
