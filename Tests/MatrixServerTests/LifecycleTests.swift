import AsyncHTTPClient
import Foundation
import Glibc
import MatrixAPI
import MatrixServer
import NIOCore
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct LifecycleTests {
    @Test func stopEndsOpenPollsAndStreams() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let since = try await ana.now()
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<3 {
                tasks.addTask { try await ana.sync(since: since, timeout: 300_000)["next_batch"] != nil }
            }
            tasks.addTask {
                try await RawConnection.open(to: server) { stream in
                    try await stream.send(
                        """
                        GET /_matrix/client/unstable/im.confab.stream?since=\(since) HTTP/1.1\r
                        Host: localhost\r\nAuthorization: Bearer \(ana.token)\r
                        Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r
                        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: m.json\r\n\r\n
                        """)
                    _ = try await stream.head()
                    return try await stream.closeCode() == 1001
                }
            }
            tasks.addTask {
                // Leaves enough time for the others to wait. If they don't, the test checks less but doesn't fail.
                try await Task.sleep(for: .milliseconds(300))
                await server.stop()
                return true
            }
            for try await isFine in tasks { #expect(isFine) }
        }
    }

    @Test func longPollEndsWhenTheClientHalfCloses() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let since = try await ana.now()
        try await RawConnection.open(to: server) { poll in
            try await poll.send(
                """
                GET /_matrix/client/v3/sync?since=\(since)&timeout=300000 HTTP/1.1\r
                Host: localhost\r\nAuthorization: Bearer \(ana.token)\r\n\r\n
                """)
            poll.outbound.finish()
            #expect(try await poll.head().hasPrefix("HTTP/1.1 200"))
        }
        await server.stop()
    }

    @Test func secondServerOnTheSameDataIsRefused() async throws {
        let server = try await ServerUnderTest.start()
        await #expect(throws: ServerError.dataInUse(path: server.directory)) {
            _ = try await EmbeddedServer(
                configuration: ServerUnderTest.configuration(server.directory), logger: ServerUnderTest.quietLogger)
        }
        await server.stop()
    }

    @Test func addressInUseErrorNamesTheAddress() async throws {
        let server = try await ServerUnderTest.start()
        let port = try #require(server.server.boundPort)
        var configuration = ServerUnderTest.configuration(ServerUnderTest.newDirectory())
        configuration.listenAddress = (host: "127.0.0.1", port: port)
        let second = try await EmbeddedServer(configuration: configuration, logger: ServerUnderTest.quietLogger)
        await #expect(throws: ServerError.addressInUse("127.0.0.1:\(port)")) { try await second.start() }
        await second.stop()
        await server.stop()
    }

    @Test func staleSocketIsReplacedAndALiveOneIsNot() async throws {
        let path = "/tmp/confab-\(UUID().uuidString.prefix(8)).sock"
        let server = try await ServerUnderTest.start(socket: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        await #expect(throws: ServerError.socketInUse(path: path)) { _ = try await ServerUnderTest.start(socket: path) }
        #expect(try await versions(over: path) == 200)
        await server.stop()

        try leaveSocket(at: path)
        let next = try await ServerUnderTest.start(socket: path)
        #expect(try await versions(over: path) == 200)
        await next.stop()

        #expect(FileManager.default.createFile(atPath: path + "x", contents: nil))
        await #expect(throws: ServerError.self) { _ = try await ServerUnderTest.start(socket: path + "x") }
        try FileManager.default.removeItem(atPath: path + "x")
    }

    @Test func acknowledgedEventSurvivesACrash() async throws {
        let first = try await ServerUnderTest.start()
        let ana = try await first.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("kept", in: room)
        // A copy of the files in their current state equals a crash.
        let copy = ServerUnderTest.newDirectory()
        try FileManager.default.copyItem(atPath: first.directory, toPath: copy)
        let second = try await ServerUnderTest.start(in: copy)
        let later = Person(server: second, name: "ana", token: ana.token)
        #expect(try await later.ask(.GET, "v3/rooms/\(room)/event/\(event)").body["content"]?["body"] == "kept")
        await second.stop()
        await first.stop()
    }

    /// Creates a socket without a listener, as a crashed server leaves it.
    private func leaveSocket(at path: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    private func versions(over socket: String) async throws -> Int {
        let url = try #require(URL(httpURLWithSocketPath: socket, uri: "/_matrix/client/versions"))
        var request = HTTPClientRequest(url: url.absoluteString)
        // A connection kept for the next request would belong to a server that has stopped by then.
        request.headers.add(name: "Connection", value: "close")
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        return Int(answer.status.code)
    }
}
