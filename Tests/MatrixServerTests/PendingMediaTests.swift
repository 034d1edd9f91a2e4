import GRDB
import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests files whose address is reserved before they are uploaded.
@Suite(.timeLimit(.minutes(5))) struct PendingMediaTests {
    private func reserve(_ person: Person) async throws -> String {
        let answer = try await person.ask(.POST, "/_matrix/media/v1/create", [:])
        #expect(answer.status == 200)
        let uri = try #require(answer.body["content_uri"]?.string)
        return String(uri.dropFirst("mxc://localhost/".count))
    }

    @Test func fileIsUploadedToItsReservedAddress() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let before = Timestamp.now
        let created = try await ana.ask(.POST, "/_matrix/media/v1/create")
        let expiry = try #require(created.body["unused_expires_at"]?.integer)
        #expect(expiry >= before + 24 * 3_600_000 && expiry <= Timestamp.now + 24 * 3_600_000)
        let id = try #require(created.body["content_uri"]?.string).dropFirst("mxc://localhost/".count)
        let path = "v1/media/download/localhost/\(id)?timeout_ms=0"
        let early = try await bo.ask(.GET, path)
        #expect(early.status == 504 && early.code == "M_NOT_YET_UPLOADED")
        let put = try await ana.put(Array("tea".utf8), type: "text/plain", name: "tea.txt", to: String(id))
        #expect(put.status == 200 && put.body == [:])
        let download = try await bo.fetch("/_matrix/client/\(path)")
        #expect(download.bytes == Array("tea".utf8) && download["content-type"] == "text/plain")
        #expect(download["content-disposition"] == "inline; filename=\"tea.txt\"")
        await server.stop()
    }

    @Test func downloadWaitsUntilTheFileIsUploaded() async throws {
        let server = try await ServerUnderTest.start { $0.usualFileWait = .seconds(50) }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let (id, other) = (try await reserve(ana), try await reserve(ana))
        let notifier = server.server.server.notifier
        async let download = bo.fetch("/_matrix/client/v1/media/download/localhost/\(id)")
        async let thumbnail = bo.fetch("/_matrix/client/v1/media/thumbnail/localhost/\(id)?width=8&height=8")
        try await waitUntil("both wait") { notifier.waitingCount == 2 }
        // Another file by ana is not the one that they wait for.
        #expect(try await ana.put([9], to: other).status == 200)
        try await waitUntil("both wait again") { notifier.waitingCount == 2 }
        #expect(try await ana.put([1, 2, 3], type: "image/png", to: id).status == 200)
        #expect(try await download.bytes == [1, 2, 3])
        #expect(try await thumbnail.status != 504)
        await server.stop()
    }

    @Test func downloadOfAMissingUploadTimesOut() async throws {
        let server = try await ServerUnderTest.start { $0.longestFileWait = .milliseconds(20) }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let id = try await reserve(ana)
        let answer = try await bo.ask(.GET, "v1/media/download/localhost/\(id)?timeout_ms=100000000")
        #expect(answer.status == 504 && answer.code == "M_NOT_YET_UPLOADED")
        #expect(try await bo.ask(.GET, "v1/media/download/localhost/\(id)?timeout_ms=x").code == "M_INVALID_PARAM")
        await server.stop()
    }

    @Test func waitEndsWhenTheClientDisconnects() async throws {
        let server = try await ServerUnderTest.start { $0.usualFileWait = .seconds(50) }
        let ana = try await server.person("ana")
        let id = try await reserve(ana)
        let client = try await WireClient(to: server)
        try await client.send(
            "GET /_matrix/client/v1/media/download/localhost/\(id) HTTP/1.1\r\nHost: x\r\n"
                + "Authorization: Bearer \(ana.token)\r\n\r\n")
        let notifier = server.server.server.notifier
        try await waitUntil("it waits") { notifier.waitingCount == 1 }
        client.close()
        try await waitUntil("nobody waits") { notifier.waitingCount == 0 }
        await server.stop()
    }

    @Test func onlyTheOwnerUploadsAReservedFileAndOnlyOnce() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let id = try await reserve(ana)
        let stranger = try await bo.put([1], to: id)
        #expect(stranger.status == 403 && stranger.code == "M_FORBIDDEN")
        #expect(try await ana.put([1], to: id).status == 200)
        for bytes: [UInt8] in [[2], [1]] {
            let again = try await ana.put(bytes, to: id)
            #expect(again.status == 409 && again.code == "M_CANNOT_OVERWRITE_MEDIA")
        }
        // A file that was uploaded in one step can't be overwritten either.
        let whole = try await ana.keep([7])
        #expect(try await ana.put([8], to: whole).code == "M_CANNOT_OVERWRITE_MEDIA")
        #expect(try await ana.download(id).bytes == [1])
        #expect(try await ana.download(whole).bytes == [7])
        for place in ["localhost/none", "example.org/\(id)"] {
            let unknown = try await ana.put([1], place: place)
            #expect(unknown.status == 404 && unknown.code == "M_NOT_FOUND", "\(place)")
        }
        #expect(try server.mediaFiles("new").isEmpty)
        await server.stop()
    }

    @Test func slowerOfTwoConcurrentUploadsIsRefused() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let id = try await reserve(ana)
        let client = try await WireClient(to: server)
        try await client.send(
            "PUT /_matrix/media/v3/upload/localhost/\(id) HTTP/1.1\r\nHost: x\r\n"
                + "Authorization: Bearer \(ana.token)\r\nContent-Length: 6\r\n\r\nabc")
        try await waitUntil("it is under way") { try server.mediaFiles("new").count == 1 }
        #expect(try await ana.put([5], to: id).status == 200)
        try await client.send("def")
        try await waitUntil("the other is refused") { client.answers(409) == 1 }
        #expect(try await ana.download(id).bytes == [5])
        #expect(try server.mediaFiles("files").count == 1)
        #expect(try server.mediaFiles("new").isEmpty)
        client.close()
        await server.stop()
    }

    @Test func reservationsPerAccountAreLimited() async throws {
        let server = try await ServerUnderTest.start { $0.pendingUploadsPerAccount = 2 }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let first = try await reserve(ana)
        _ = try await reserve(ana)
        let more = try await ana.ask(.POST, "/_matrix/media/v1/create", [:])
        #expect(more.status == 429 && more.code == "M_LIMIT_EXCEEDED")
        let wait = try #require(more.body["retry_after_ms"]?.integer)
        #expect(wait > 0 && wait <= 24 * 3_600_000)
        _ = try await reserve(bo)
        #expect(try await ana.put([1], to: first).status == 200)
        _ = try await reserve(ana)
        await server.stop()
    }

    @Test func fullAccountCannotReserveOrUpload() async throws {
        let server = try await ServerUnderTest.start {
            $0.mediaFilesPerAccount = 2; $0.mediaBytesPerAccount = 10
        }
        let ana = try await server.person("ana")
        let (first, second) = (try await reserve(ana), try await reserve(ana))
        let large = try await ana.put([UInt8](repeating: 1, count: 11), to: first)
        #expect(large.status == 403 && large.code == "M_FORBIDDEN")
        #expect(try await ana.put([UInt8](repeating: 1, count: 10), to: first).status == 200)
        // The same bytes take no space.
        #expect(try await ana.put([UInt8](repeating: 1, count: 10), to: second).status == 200)
        let more = try await ana.ask(.POST, "/_matrix/media/v1/create", [:])
        #expect(more.status == 403 && more.code == "M_FORBIDDEN")
        await server.stop()
    }

    @Test func reservationSurvivesRestartsUntilItExpires() async throws {
        let directory = ServerUnderTest.newDirectory()
        let first = try await ServerUnderTest.start(in: directory)
        let ana = try await first.person("ana")
        let (kept, late) = (try await reserve(ana), try await reserve(ana))
        let age = "UPDATE media SET expires_at = 1 WHERE media_id = ?"
        try await first.server.server.pool.write { try $0.run(age, [late]) }
        #expect(try await ana.put([1], to: late).code == "M_NOT_FOUND")
        #expect(try await ana.ask(.GET, "v1/media/download/localhost/\(late)").code == "M_NOT_FOUND")
        await first.server.stop()

        let second = try await ServerUnderTest.start(in: directory)
        let again = Person(server: second, name: "ana", token: ana.token)
        let ids = try await second.server.server.read { try $0.strings("SELECT media_id FROM media") }
        #expect(ids == [kept])
        #expect(try await again.put([1, 2], to: kept).status == 200)
        #expect(try await again.download(kept).bytes == [1, 2])
        // Expired reservations are removed while the server runs as well.
        let other = try await reserve(again)
        try await second.server.server.pool.write { try $0.run(age, [other]) }
        _ = try await reserve(again)
        let left = try await second.server.server.read { try $0.strings("SELECT media_id FROM media") }
        #expect(left.count == 2 && !left.contains(other))
        await second.stop()
    }

    @Test func pendingMediaQueriesUseAnIndex() async throws {
        let server = try await ServerUnderTest.start()
        let plans = try await server.server.server.read { database in
            try [
                "SELECT count(*), min(expires_at) FROM media WHERE owner = 'a' AND hash IS NULL AND expires_at > 1",
                "SELECT media_id FROM media WHERE hash IS NULL AND expires_at <= 1 LIMIT 2",
            ].map { try database.firstRow("EXPLAIN QUERY PLAN " + $0)?["detail"] as String? }
        }
        #expect(plans.allSatisfy { $0?.hasPrefix("SEARCH media USING") == true }, "\(plans)")
        await server.stop()
    }
}
