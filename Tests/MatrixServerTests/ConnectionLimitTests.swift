import AsyncHTTPClient
import Foundation
import MatrixServer
import NIOCore
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConnectionLimitTests {
    @Test func connectionsPerAddressAreLimited() async throws {
        let path = "/tmp/confab-\(UUID().uuidString.prefix(8)).sock"
        let server = try await ServerUnderTest.start(socket: path) { $0.connectionsPerSharedAddress = 10 }
        var clients: [WireClient] = []
        // All loopback addresses count as one.
        for number in 0..<40 { clients.append(try await WireClient(to: server, from: "127.0.0.\(number % 4 + 1)")) }
        try await waitUntil("those past the limit are closed") { clients.count(where: \.isClosed) == 30 }
        #expect(try await versions(over: path) == 200)

        let open = try #require(clients.first { !$0.isClosed })
        try await open.send("GET /_matrix/client/versions HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await waitUntil("those within it are served") { open.answers(200) == 1 }
        open.close()
        try await waitUntil("who closes one may open another") {
            let next = try await WireClient(to: server)
            try? await next.send("GET /_matrix/client/versions HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try await waitUntil("it is served or closed") { next.isClosed || next.answers(200) == 1 }
            return next.answers(200) == 1
        }
        #expect(clients.count(where: \.isClosed) == 31)
        await server.stop()
    }

    @Test func connectionsOverTheSocketAreLimited() async throws {
        let path = "/tmp/confab-\(UUID().uuidString.prefix(8)).sock"
        let server = try await ServerUnderTest.start(socket: path) { $0.connectionsPerSharedAddress = 3 }
        let streams = try (0..<6).map { _ in try SocketProbe(path) }
        try await waitUntil("three are closed") { streams.count(where: \.isClosedByPeer) == 3 }
        #expect(try await server.request(.GET, "versions").status == 200)
        await server.stop()
    }

    private func versions(over socket: String) async throws -> Int {
        let url = try #require(URL(httpURLWithSocketPath: socket, uri: "/_matrix/client/versions"))
        var request = HTTPClientRequest(url: url.absoluteString)
        request.headers.add(name: "Connection", value: "close")
        return Int(try await HTTPClient.shared.execute(request, timeout: .seconds(60)).status.code)
    }
}
