import MatrixServer
import Testing

/// Requests that never end.
@Suite(.timeLimit(.minutes(5))) struct RequestPaceTests {
    private static let body = 100_000

    @Test func aBodyThatComesByteByByteIsCut() async throws {
        let server = try await ServerUnderTest.start { $0.bodyInterval = .milliseconds(300) }
        let client = try await WireClient(to: server)
        #expect(try await feed(client, bytes: 1) < RequestPaceTests.body)
        #expect(client.receivedBytes == 0)
        await server.stop()
    }

    @Test func aBodyHasADeadlineHoweverFastItComes() async throws {
        let server = try await ServerUnderTest.start {
            ($0.bodyInterval, $0.bodyBytesPerInterval, $0.bodyTime) = (.milliseconds(100), 1, .milliseconds(500))
        }
        let client = try await WireClient(to: server)
        #expect(try await feed(client, bytes: 20) < RequestPaceTests.body)
        await server.stop()
    }

    @Test func aBodyThatNobodyAskedForHasOneToo() async throws {
        let server = try await ServerUnderTest.start { $0.bodyInterval = .milliseconds(300) }
        let client = try await WireClient(to: server)
        #expect(try await feed(client, "GET", "versions", bytes: 1) < RequestPaceTests.body)
        // It was answered before, and only then cut.
        #expect(client.answers(200) == 1)
        await server.stop()
    }

    @Test func aHeadThatComesByteByByteIsCut() async throws {
        let server = try await ServerUnderTest.start { $0.idle = .milliseconds(300) }
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

    @Test func aFewPipelinedRequestsAreAnsweredAndManyAreCut() async throws {
        let server = try await ServerUnderTest.start { $0.pipelinedRequests = 4 }
        let request = "GET /_matrix/client/versions HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let modest = try await WireClient(to: server)
        try await modest.send(String(repeating: request, count: 5))
        try await waitUntil("five are answered") { modest.answers(200) == 5 }
        let greedy = try await WireClient(to: server)
        try await greedy.send(String(repeating: request, count: 50))
        try await waitUntil("it is cut") { greedy.isClosed }
        #expect(greedy.answers(200) < 50)
        await server.stop()
    }

    /// Sends a head and then its body, little by little, until the server cuts it.
    ///
    /// - Returns: how many bytes of the body went out.
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
            // What it says once the server has cut it doesn't matter.
            try? await client.send(String(repeating: " ", count: bytes))
            sent += bytes
            try await Task.sleep(for: .milliseconds(5))
        }
        return sent
    }
}
