import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests the storage limits of an account and of the server. A refused upload leaves no files.
@Suite(.timeLimit(.minutes(5))) struct MediaLimitTests {
    private func expectNothing(in server: ServerUnderTest) throws {
        #expect(try server.mediaFiles("files").isEmpty)
        #expect(try server.mediaFiles("new").isEmpty)
    }

    @Test(arguments: [true, false])
    func oversizedUploadIsRefused(saysItsLength: Bool) async throws {
        let server = try await ServerUnderTest.start { $0.uploadBytes = 100_000 }
        let ana = try await server.person("ana")
        let answer = try await ana.upload([UInt8](repeating: 7, count: 100_001), hasLength: saysItsLength)
        #expect(answer.status == 413 && answer.code == "M_TOO_LARGE")
        #expect(answer.headers.first(name: "connection") == "close")
        try expectNothing(in: server)
        #expect(try await ana.upload([UInt8](repeating: 7, count: 100_000), hasLength: saysItsLength).status == 200)
        await server.stop()
    }

    @Test func declaredOversizedUploadIsRefusedBeforeItsBody() async throws {
        let server = try await ServerUnderTest.start { $0.uploadBytes = 1_000 }
        let ana = try await server.person("ana")
        let head = try await RawConnection.open(to: server) { dialogue in
            try await dialogue.send(
                "POST /_matrix/media/v3/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(ana.token)\r\n"
                    + "Content-Length: 1001\r\n\r\n")
            return try await dialogue.head()
        }
        #expect(head.hasPrefix("HTTP/1.1 413"))
        await server.stop()
    }

    @Test func unauthenticatedUploadIsRefusedBeforeItsBody() async throws {
        let server = try await ServerUnderTest.start()
        let head = try await RawConnection.open(to: server) { dialogue in
            try await dialogue.send("POST /_matrix/media/v3/upload HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
            return try await dialogue.head()
        }
        #expect(head.hasPrefix("HTTP/1.1 401") && head.lowercased().contains("connection: close"))
        try expectNothing(in: server)
        await server.stop()
    }

    @Test(arguments: [true, false])
    func mediaBytesPerAccountAreLimited(saysItsLength: Bool) async throws {
        let server = try await ServerUnderTest.start { $0.mediaBytesPerAccount = 1_000 }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let first = [UInt8](repeating: 1, count: 600)
        #expect(try await ana.upload(first, hasLength: saysItsLength).status == 200)
        let more = try await ana.upload([UInt8](repeating: 2, count: 401), hasLength: saysItsLength)
        #expect(more.status == 403 && more.code == "M_FORBIDDEN")
        #expect(try server.mediaFiles("files").count == 1)
        #expect(try server.mediaFiles("new").isEmpty)
        #expect(try await ana.upload([UInt8](repeating: 2, count: 400), hasLength: saysItsLength).status == 200)
        // Ana's files don't count against bo's limit.
        #expect(try await bo.upload([UInt8](repeating: 2, count: 401), hasLength: saysItsLength).status == 200)
        await server.stop()
    }

    /// A client that lost the response to an upload repeats it.
    @Test func repeatedUploadIsAcceptedAtTheLimit() async throws {
        let server = try await ServerUnderTest.start {
            $0.mediaBytesPerAccount = 1_000; $0.mediaBytes = 1_100
        }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let file = [UInt8](repeating: 1, count: 900)
        let id = try await ana.keep(file)
        #expect(try await ana.keep(file) == id)
        #expect(try await bo.keep(file) != id)
        // The file has the same size and other bytes.
        let other = try await bo.upload([UInt8](repeating: 2, count: 900))
        #expect(other.status == 403 && other.code == "M_FORBIDDEN")
        #expect(try server.mediaFiles("files").count == 1)
        #expect(try server.mediaFiles("new").isEmpty)
        await server.stop()
    }

    @Test func mediaFilesPerAccountAreLimited() async throws {
        let server = try await ServerUnderTest.start { $0.mediaFilesPerAccount = 2 }
        let ana = try await server.person("ana")
        for name in ["a", "b"] { #expect(try await ana.upload([], name: name).status == 200) }
        let more = try await ana.upload([], name: "c")
        #expect(more.status == 403 && more.code == "M_FORBIDDEN")
        await server.stop()
    }

    @Test func serverMediaLimitCountsIdenticalFilesOnce() async throws {
        let server = try await ServerUnderTest.start { $0.mediaBytes = 1_000 }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let file = [UInt8](repeating: 1, count: 400)
        for person in [ana, bo] { #expect(try await person.upload(file).status == 200) }
        #expect(try await bo.upload([UInt8](repeating: 2, count: 600)).status == 200)
        let more = try await ana.upload([3])
        #expect(more.status == 403 && more.code == "M_FORBIDDEN")
        #expect(try server.mediaFiles("files").count == 2)
        await server.stop()
    }

    @Test func uploadIsRefusedWhenTheDiskIsAlmostFull() async throws {
        let server = try await ServerUnderTest.start { $0.diskKept = .max / 2 }
        let ana = try await server.person("ana")
        for saysItsLength in [true, false] {
            let answer = try await ana.upload([1], hasLength: saysItsLength)
            #expect(answer.status == 507 && answer.code == "M_UNKNOWN")
        }
        try expectNothing(in: server)
        _ = try await ana.createRoom()
        await server.stop()
    }

    @Test func concurrentUploadsPerAccountAreLimited() async throws {
        let server = try await ServerUnderTest.start { $0.uploadsPerAccount = 1 }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let client = try await WireClient(to: server)
        try await client.beginUpload(by: ana, length: 10, "01234")
        try await waitUntil("the upload is under way") { try server.mediaFiles("new").count == 1 }
        let more = try await ana.upload([1])
        #expect(more.status == 429 && more.code == "M_LIMIT_EXCEEDED")
        #expect(try await bo.upload([1]).status == 200)
        try await client.send("56789")
        try await waitUntil("the first is there") { client.answers(200) == 1 }
        #expect(try await ana.upload([1]).status == 200)
        client.close()
        await server.stop()
    }

    @Test func slowUploadsLeaveSlotsForOtherAccounts() async throws {
        let server = try await ServerUnderTest.start {
            ($0.uploads, $0.uploadsKeptForOthers) = (2, 1)
        }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        var clients: [WireClient] = []
        for number in 1...2 {
            let client = try await WireClient(to: server)
            try await client.beginUpload(by: ana, length: 10, "01234")
            try await waitUntil("the upload is under way") { try server.mediaFiles("new").count == number }
            clients.append(client)
        }
        let more = try await ana.upload([1])
        #expect(more.status == 429 && more.code == "M_LIMIT_EXCEEDED")
        #expect(try await bo.upload([1]).status == 200)
        for client in clients { client.close() }
        await server.stop()
    }

    @Test func concurrentDownloadsPerAccountAreLimited() async throws {
        let server = try await ServerUnderTest.start { $0.downloadsPerAccount = 1 }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let id = try await ana.keep([UInt8](repeating: 9, count: 8 << 20))
        let client = try await WireClient(to: server, reads: false)
        try await client.send(
            "GET /_matrix/client/v1/media/download/localhost/\(id) HTTP/1.1\r\nHost: x\r\n"
                + "Authorization: Bearer \(ana.token)\r\n\r\n")
        try await waitUntil("a piece waits") { server.server.unreadBytes > 0 }
        #expect(try await ana.download(id).status == 429)
        #expect(try await bo.download(id).status == 200)
        client.close()
        try await waitUntil("it may download again") { try await ana.download(id).status == 200 }
        await server.stop()
    }

    @Test func concurrentUploadsPerAddressAreLimited() throws {
        var limits = ServerLimits()
        limits.uploadsPerAddress = 2
        let turns = UploadLimiter(limits)
        let (address, other) = (try #require(Peer("203.0.113.7")), try #require(Peer("203.0.113.8")))
        try turns.begin("@a:localhost", address)
        try turns.begin("@b:localhost", address)
        #expect(throws: EndpointError.self) { try turns.begin("@c:localhost", address) }
        try turns.begin("@c:localhost", other)
        turns.end("@a:localhost", address)
        try turns.begin("@c:localhost", address)
        // Many users may connect through the proxy.
        for number in 0..<5 { try turns.begin("@\(number):localhost", try #require(Peer("127.0.0.1"))) }
    }
}
