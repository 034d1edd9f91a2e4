import MatrixAPI
import MatrixClient
import Synchronization
import TestSupport
import Testing

/// Tests tokens that expire, with the real client and the real server.
@Suite(.timeLimit(.minutes(5))) struct TokenTests {
    private static let hour: Int64 = 3_600_000
    /// A time in the year 2100.
    private static let longAfter: Int64 = 4_102_444_800_000

    @Test(arguments: [true, false])
    func expiredTokenIsRefreshedDuringAConversation(byStream: Bool) async throws {
        try await TestServer.run(accessTokenLifetime: 10_000) { server in
            let kept = Kept()
            let ana = try await person("ana", on: server, kept)
            let bo = try await Person.register("bo", on: server)
            let roomID = try await ana.makeRoom(with: bo)
            let (anas, bos) = (Reader(ana), Reader(bo))
            for reader in [anas, bos] {
                await reader.start(allowsStream: byStream)
                await reader.untilOnline()
            }
            var said: [String] = []
            while kept.all.count < 2 {
                said.append("\(said.count)")
                _ = try await ana.say(said[said.count - 1], in: roomID)
                try await Task.sleep(for: .milliseconds(200))
            }
            for reader in [anas, bos] {
                let count = said.count
                await reader.until { $0.texts.count >= count }
                #expect(await reader.texts == said)
            }
            let states = await anas.states
            #expect(states.allSatisfy { $0 == .online || $0 == .connecting }, "\(states)")
            #expect(Set(kept.all.map(\.accessToken)).count == kept.all.count)
            for reader in [anas, bos] { await reader.stop() }
        }
    }

    @Test func concurrentRequestsRefreshTheTokenOnce() async throws {
        try await TestServer.run(accessTokenLifetime: 1) { server in
            let kept = Kept()
            let ana = try await personWithEndedToken("ana", on: server, kept)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { _ = try await ana.client.whoAmI() } }
                try await group.waitForAll()
            }
            #expect(kept.all.count == 1)
            await ana.client.shutdown()
        }
    }

    @Test func logoutWorksWithAnExpiredToken() async throws {
        try await TestServer.run(accessTokenLifetime: 1) { server in
            let ana = try await personWithEndedToken("ana", on: server, Kept())
            try await ana.client.logOut()
            let again = HomeserverClient(
                homeserver: server.socketHomeserver, tokens: ana.session.tokens(now: 0), keep: { _ in })
            let error = await #expect(throws: MatrixClientError.self) { try await again.whoAmI() }
            guard case .matrix(let refusal, _, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(refusal.code == .unknownToken && !refusal.isSoftLogout)
            await again.shutdown()
            await ana.client.shutdown()
        }
    }

    @Test func replacedRefreshTokenLogsOut() async throws {
        try await TestServer.run(accessTokenLifetime: 1) { server in
            let ana = try await personWithEndedToken("ana", on: server, Kept())
            _ = try await ana.client.whoAmI()
            let stale = HomeserverClient(
                homeserver: server.socketHomeserver, tokens: ana.session.tokens(now: 0), keep: { _ in })
            let reader = Reader(Person(client: stale, session: ana.session))
            await reader.start()
            await reader.untilEnd()
            await reader.until { $0.states.last == .stopped(.loggedOut(isSoft: false)) }
            await reader.stop()
            await ana.client.shutdown()
        }
    }

    /// Returns a user whose tokens are refreshed.
    private func person(_ name: String, on server: TestServer, _ kept: Kept) async throws -> Person {
        let client = HomeserverClient(homeserver: server.socketHomeserver, tokens: nil, keep: { kept.append($0) })
        let session = try await client.register(
            username: name, password: Person.password(of: name), registrationToken: TestServer.registrationToken,
            deviceName: "test", asksForRefreshToken: true)
        return Person(client: client, session: session)
    }

    /// Returns a user whose token has expired, without the client knowing. The next tokens last.
    private func personWithEndedToken(_ name: String, on server: TestServer, _ kept: Kept) async throws -> Person {
        let before = try await person(name, on: server, kept)
        await before.client.shutdown()
        await server.stop()
        try await server.start(accessTokenLifetime: Self.hour)
        let client = HomeserverClient(
            homeserver: server.socketHomeserver, tokens: before.session.tokens(now: Self.longAfter),
            keep: { kept.append($0) })
        return Person(client: client, session: before.session)
    }

    /// Records the tokens that were stored.
    private final class Kept: Sendable {
        private let tokens = Mutex<[AccessTokens]>([])
        var all: [AccessTokens] { tokens.withLock { $0 } }
        func append(_ new: AccessTokens) { tokens.withLock { $0.append(new) } }
    }
}
