import MatrixAPI
import NIOCore
import TestSupport
import Testing

@testable import MatrixClient

@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: Certificates.openssl != nil, "left out: it makes its certificates with openssl, which is missing"))
struct TLSTests {
    @Test func loggingInSendingAndSyncingWorkOverTLS() async throws {
        try await withProxy { proxy, server, authority in
            let ana = try await Person.register("ana", on: server)
            let client = HomeserverClient(homeserver: proxy.homeserver, additionalTrustRoots: authority)
            let session = try await client.login(user: "ana", password: Person.password(of: "ana"), deviceName: "test")
            client.setAccessToken(session.accessToken)
            let secure = Person(client: client, session: session)
            let roomID = try await secure.makeRoom()
            _ = try await secure.say("hi", in: roomID)
            #expect(try await secure.sync().joined[roomID]?.texts == ["hi"])
            await client.shutdown()
            await ana.client.shutdown()
            try await proxy.untilUnused()
            #expect(proxy.tally.failures.isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func messagesArriveOverTLSOnceAndInOrder(byStream: Bool) async throws {
        try await withProxy { proxy, server, authority in
            let ana = try await Person.register("ana", on: server, at: proxy.homeserver, trusting: authority)
            let bo = try await Person.register("bo", on: server, at: proxy.homeserver, trusting: authority)
            let roomID = try await ana.makeRoom(with: bo)
            let reader = Reader(bo)
            await reader.start(allowsStream: byStream)
            await reader.untilOnline()
            // The text exceeds one TLS record and one read.
            let long = String(repeating: "beans ", count: 8000)
            let lines = (0..<20).map { "\($0)" } + [long, "last"]
            for (number, line) in lines.enumerated() {
                _ = try await ana.say(line, in: roomID, transactionID: "t-\(number)")
            }
            await reader.until { $0.texts.count >= lines.count }
            #expect(await reader.texts == lines)
            #expect(proxy.tally.streams == (byStream ? 1 : 0))
            await reader.stop()
            await ana.client.shutdown()
            try await proxy.untilUnused()
            #expect(proxy.tally.failures.isEmpty)
        }
    }

    @Test func streamCanBeReopenedManyTimes() async throws {
        try await withProxy { proxy, server, authority in
            let ana = try await Person.register("ana", on: server)
            let since = try await ana.sync().nextBatch
            _ = try await ana.makeRoom()
            for number in 1...20 {
                let connector = StreamConnector(
                    homeserver: proxy.homeserver, accessToken: ana.session.accessToken, filter: nil,
                    trust: TrustRoots(file: authority))
                let stream = try await connector.open(since: since)
                // Some streams are closed during a read, and some while nothing is read.
                _ = try await stream.nextUpdates()
                let waiting = number.isMultiple(of: 2) ? Task { try await stream.nextUpdates() } : nil
                stream.close()
                stream.close(code: 1001)
                if let waiting { await #expect(throws: StreamEnd.self) { try await waiting.value } }
                await #expect(throws: StreamEnd.self) { try await stream.nextUpdates() }
                try await stream.untilClosed()
            }
            #expect(proxy.tally.streams == 20)
            await ana.client.shutdown()
            try await proxy.untilUnused()
            #expect(proxy.tally.failures.isEmpty)
        }
    }

    @Test(arguments: TLSProxy.Break.allCases)
    func streamResumesAfterABrokenConnection(kind: TLSProxy.Break) async throws {
        try await withProxy { proxy, server, authority in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server).again(at: proxy.homeserver, trusting: authority)
            let roomID = try await ana.makeRoom(with: bo)
            let reader = Reader(bo)
            await reader.start()
            // Messages after this arrive by the stream, so it is open once they are here.
            await reader.untilOnline()
            _ = try await ana.say("before", in: roomID)
            await reader.until { $0.texts == ["before"] }
            try await proxy.cut(kind)
            await reader.until { if case .waiting = $0.states.last { true } else { false } }
            #expect(
                await reader.states.contains {
                    if case .waiting(.unreachable(.brokeOff), _) = $0 { true } else { false }
                })
            _ = try await ana.say("during", in: roomID)
            await reader.tryNow()
            await reader.until { $0.texts.count >= 2 }
            #expect(await reader.texts == ["before", "during"])
            await reader.stop()
            await ana.client.shutdown()
        }
    }

    @Test func streamReconnectsAfterServerRestart() async throws {
        try await withProxy { proxy, server, authority in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server).again(at: proxy.homeserver, trusting: authority)
            let roomID = try await ana.makeRoom(with: bo)
            let reader = Reader(bo)
            await reader.start()
            // Messages after this arrive by the stream, so it is open once they are here.
            await reader.untilOnline()
            _ = try await ana.say("before", in: roomID)
            await reader.until { $0.texts == ["before"] }
            await server.stop()
            await reader.until { if case .waiting = $0.states.last { true } else { false } }
            await #expect(throws: MatrixClientError.self) { try await ana.say("lost", in: roomID) }
            try await server.start()
            _ = try await ana.say("after", in: roomID)
            await reader.tryNow()
            await reader.until { $0.texts.count >= 2 }
            #expect(await reader.texts == ["before", "after"])
            await reader.stop()
            await ana.client.shutdown()
        }
    }

    private func withProxy(
        _ body: @escaping @Sendable (TLSProxy, TestServer, _ authority: String) async throws -> Void
    ) async throws {
        try await Certificates.run { certificates in
            let authority = certificates.authority
            try await TLSProxy.run(certificates.vouch(for: "DNS:localhost")) { proxy, server in
                try await body(proxy, server, authority)
            }
        }
    }
}
