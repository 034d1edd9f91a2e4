import MatrixServer
import NIOHTTP1
import Testing

/// Tests requests that never end.
@Suite(.timeLimit(.minutes(5))) struct RequestPaceTests {
    private static let body = 100_000

    @Test func bodySentByteByByteIsCutOff() async throws {
        let server = try await ServerUnderTest.start { $0.bodyInterval = .milliseconds(300) }
        let client = try await WireClient(to: server)
        #expect(try await feed(client, bytes: 1) < RequestPaceTests.body)
        #expect(client.receivedBytes == 0)
        await server.stop()
    }

    @Test func steadyBodyIsCutOffAtItsDeadline() async throws {
        let server = try await ServerUnderTest.start {
            ($0.bodyInterval, $0.bodyBytesPerInterval, $0.bodyTime) = (.milliseconds(100), 1, .milliseconds(500))
        }
        let client = try await WireClient(to: server)
        #expect(try await feed(client, bytes: 20) < RequestPaceTests.body)
        await server.stop()
    }

    @Test func unexpectedBodyIsCutOff() async throws {
        let server = try await ServerUnderTest.start { $0.bodyInterval = .milliseconds(300) }
        let client = try await WireClient(to: server)
        #expect(try await feed(client, "GET", "versions", bytes: 1) < RequestPaceTests.body)
        // The request was answered first, and then the connection was cut.
        #expect(client.answers(200) == 1)
        await server.stop()
    }

    @Test func headSentByteByByteIsCutOff() async throws {
        let server = try await ServerUnderTest.start { $0.idle = .seconds(2) }
        for isSecond in [false, true] {
            let client = try await WireClient(to: server)
            if isSecond {
                try await client.send("GET /_matrix/client/versions HTTP/1.1\r\nHost: localhost\r\n\r\n")
                try await waitUntil("the first is answered") { client.answers(200) == 1 }
            }
            try await client.send("GET /_matrix/client/versions HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
            var sent = 0
            while !client.isClosed, sent < 10_000 {
                try? await client.send("x")
                sent += 1
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(client.isClosed && sent < 10_000)
            #expect(client.answers(200) == (isSecond ? 1 : 0))
        }
        await server.stop()
    }

    @Test(arguments: [5, 50, 2_000])
    func pipelinedRequestsAreAnsweredInOrder(count: Int) async throws {
        let server = try await ServerUnderTest.start { $0.pipelinedRequests = 4 }
        let request = "GET /_matrix/client/versions HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let client = try await WireClient(to: server)
        try await client.send(String(repeating: request, count: count) + "GET /last HTTP/1.1\r\nHost: x\r\n\r\n")
        try await waitUntil("all are answered") { client.answers(404) == 1 || client.isClosed }
        #expect(client.answers(200) == count && !client.isClosed)
        client.close()
        await server.stop()
    }

    @Test func pipelinedWritesAreStoredInOrder() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let client = try await WireClient(to: server)
        var text = ""
        for number in 0..<100 {
            let body = #"{"msgtype":"m.text","body":"\#(number) \#(String(repeating: "x", count: 1_500))"}"#
            text +=
                "PUT /_matrix/client/v3/rooms/\(room)/send/m.room.message/\(number) HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer \(ana.token)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        try await client.send(text)
        try await waitUntil("all are answered") { client.answers(200) == 100 || client.isClosed }
        #expect(client.answers(200) == 100)
        let filter = #"{"room":{"timeline":{"limit":200}}}"#
        let said = try await ana.sync(filter: filter).said(in: room).compactMap { $0.split(separator: " ").first }
        #expect(said == (0..<100).map { Substring("\($0)") })
        client.close()
        await server.stop()
    }

    /// A client that sends some bytes in each interval, but too few for an upload.
    @Test func slowUploadIsCutOff() async throws {
        let server = try await ServerUnderTest.start { limits in
            (limits.bodyInterval, limits.bodyBytesPerInterval) = (.milliseconds(100), 1)
            (limits.uploadGrace, limits.uploadBytesPerSecond) = (.milliseconds(300), 1 << 30)
        }
        let ana = try await server.person("ana")
        let client = try await WireClient(to: server)
        try await client.beginUpload(by: ana, length: RequestPaceTests.body, "0")
        var sent = 1
        while !client.isClosed, sent < RequestPaceTests.body {
            // Errors after the server has closed the connection don't matter.
            try? await client.send(String(repeating: "x", count: 20))
            sent += 20
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(client.isClosed && sent < RequestPaceTests.body)
        try await waitUntil("nothing is left of it") { try server.mediaFiles("new").isEmpty }
        #expect(try await ana.ask(.GET, "v3/account/whoami").status == 200)
        await server.stop()
    }

    /// A client that is slow, and faster than the minimum.
    @Test func steadyUploadOutlastsTheGrace() async throws {
        let server = try await ServerUnderTest.start { limits in
            (limits.bodyInterval, limits.bodyBytesPerInterval) = (.milliseconds(50), 0)
            // The first bytes suffice for an hour, so that a busy machine isn't too slow.
            (limits.uploadGrace, limits.uploadBytesPerSecond) = (.milliseconds(50), 1)
        }
        let ana = try await server.person("ana")
        let client = try await WireClient(to: server)
        let first = String(repeating: "x", count: 3_600)
        try await client.beginUpload(by: ana, length: first.utf8.count + 40, first)
        for _ in 0..<40 {
            try await Task.sleep(for: .milliseconds(10))
            try await client.send("x")
        }
        try await waitUntil("the upload is answered") { client.answers(200) == 1 || client.isClosed }
        #expect(client.answers(200) == 1)
        client.close()
        await server.stop()
    }

    /// Sends a head and then its body in small pieces, until the server closes the connection.
    ///
    /// - Returns: The number of body bytes that were sent.
    private func feed(
        _ client: WireClient, _ method: String = "POST", _ path: String = "v3/login", bytes: Int
    ) async throws -> Int {
        try await client.send(
            """
            \(method) /_matrix/client/\(path) HTTP/1.1\r
            Host: localhost\r\nContent-Length: \(RequestPaceTests.body)\r\n\r\n
            """)
        var sent = 0
        while !client.isClosed, sent < RequestPaceTests.body {
            // Errors after the server has closed the connection don't matter.
            try? await client.send(String(repeating: " ", count: bytes))
            sent += bytes
            try await Task.sleep(for: .milliseconds(5))
        }
        return sent
    }
}
