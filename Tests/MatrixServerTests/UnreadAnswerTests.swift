import MatrixAPI
import MatrixServer
import NIOCore
import NIOHTTP1
import Testing

/// Tests clients that send requests and don't read the responses.
@Suite(.timeLimit(.minutes(5))) struct UnreadAnswerTests {
    /// The size of a line. All lines exceed the kernel's buffers at both ends.
    private static let lineBytes = 50_000
    private static let lines = 20

    @Test func clientThatReadsNothingIsDisconnected() async throws {
        let (server, ana, _) = try await serverWithAnswers { $0.unreadInterval = .milliseconds(300) }
        let client = try await WireClient(to: server, reads: false)
        try await client.send(String(repeating: sync(ana), count: 3))
        try await waitUntil("an answer waits") { client.isClosed || server.server.unreadBytes > 0 }
        try await waitUntil("it is cut") { client.isClosed }
        try await waitUntil("nothing waits any more") { server.server.unreadBytes == 0 }
        await server.stop()
    }

    @Test func nextPipelinedResponseWaitsUntilTheLastIsRead() async throws {
        let (server, ana, _) = try await serverWithAnswers { _ in }
        let client = try await WireClient(to: server, reads: false)
        try await client.send(String(repeating: sync(ana), count: 3))
        try await waitUntil("an answer waits") { server.server.unreadBytes > 0 }
        let first = server.server.unreadBytes
        // Later requests of others are answered, so the two waiting syncs had enough time.
        for _ in 0..<20 { #expect(try await ana.ask(.GET, "v3/sync").status == 200) }
        // The first response may have been incomplete when it was measured. Bytes that the client just read count
        // until the server is notified. The second response would add as much again, and stay.
        try await waitUntil("the first alone waits") {
            server.server.unreadBytes < first + Self.lines * Self.lineBytes / 2
        }
        client.close()
        await server.stop()
    }

    @Test func unreadBytesOfAllClientsAreLimited() async throws {
        let limit = 2_500_000
        let (server, ana, room) = try await serverWithAnswers { $0.unreadBytes = limit }
        var clients: [WireClient] = []
        for _ in 0..<30 {
            let client = try await WireClient(to: server, reads: false)
            try await client.send(sync(ana))
            clients.append(client)
        }
        // Each response takes a million bytes, so two of them fit.
        try await waitUntil("all but two are cut") {
            #expect(server.server.unreadBytes <= limit)
            return clients.count(where: \.isClosed) >= 28
        }
        try await waitUntil("two answers wait") { server.server.unreadBytes > limit / 4 }
        #expect(server.server.unreadBytes <= limit)
        #expect(try await ana.sync().said(in: room).count == UnreadAnswerTests.lines)
        for client in clients { client.close() }
        await server.stop()
    }

    @Test func slowReaderReceivesTheWholeResponse() async throws {
        let (server, ana, _) = try await serverWithAnswers {
            $0.unreadInterval = .seconds(30)
            $0.unreadBytesPerInterval = 1
        }
        let client = try await WireClient(to: server, reads: false)
        try await client.send(sync(ana))
        let all = UnreadAnswerTests.lineBytes * UnreadAnswerTests.lines
        client.read(each: .milliseconds(10))
        try await waitUntil("all is read") { client.isClosed || client.receivedBytes >= all }
        #expect(client.receivedBytes >= all)
        client.close()
        await server.stop()
    }

    @Test func unreadStreamIsClosed() async throws {
        let (server, ana, _) = try await serverWithAnswers { $0.unreadInterval = .milliseconds(300) }
        let client = try await WireClient(to: server, reads: false)
        try await client.send(
            """
            GET /_matrix/client/unstable/im.confab.stream HTTP/1.1\r
            Host: localhost\r\nAuthorization: Bearer \(ana.token)\r
            Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: m.json\r\n\r\n
            """)
        try await waitUntil("an update waits") { client.isClosed || server.server.unreadBytes > 0 }
        try await waitUntil("it is cut") { client.isClosed }
        await server.stop()
    }

    /// Returns a server on which a first sync of ana's takes a million bytes.
    private func serverWithAnswers(
        _ limits: (inout ServerLimits) -> Void
    ) async throws -> (ServerUnderTest, Person, room: String) {
        let server = try await ServerUnderTest.start {
            $0.socketBuffer = 4096
            // The responses wait in memory, not in files.
            $0.answerBytesInMemory = 4 << 20
            limits(&$0)
        }
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let line = String(repeating: "x", count: UnreadAnswerTests.lineBytes)
        for _ in 0..<UnreadAnswerTests.lines { try await ana.say(line, in: room) }
        return (server, ana, room)
    }

    private func sync(_ person: Person) -> String {
        "GET /_matrix/client/v3/sync HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(person.token)\r\n\r\n"
    }
}
