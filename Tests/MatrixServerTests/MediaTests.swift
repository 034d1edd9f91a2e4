import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests that files are returned unchanged to every user with an account.
@Suite(.timeLimit(.minutes(5))) struct MediaTests {
    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8 ^ $0 >> 16) }
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_001])
    func fileIsReturnedByteForByte(length: Int) async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let file = Self.bytes(length)
        let id = try await ana.keep(file, type: "video/mp4", name: "tea.mp4")
        let download = try await bo.download(id)
        // Comparing the arrays within `#expect` would compute a diff of long arrays, which takes too long.
        let isSame = download.bytes == file
        #expect(download.status == 200 && isSame)
        #expect(download["content-length"] == "\(length)" && download["content-type"] == "video/mp4")
        #expect(download["content-disposition"] == "inline; filename=\"tea.mp4\"")
        #expect(try await bo.download(id, name: "pot.mp4")["content-disposition"] == "inline; filename=\"pot.mp4\"")
        await server.stop()
    }

    @Test func mediaRequiresAuthenticationOnEveryPath() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let id = try await ana.keep(Self.bytes(10), type: "image/png")
        for path in ["download", "thumbnail"] {
            let query = path == "download" ? "" : "?width=8&height=8"
            let new = "/_matrix/client/v1/media/\(path)/localhost/\(id)\(query)"
            #expect(try await server.fetch(new, token: nil).status == 401)
            for version in ["v3", "r0"] {
                let old = "/_matrix/media/\(version)/\(path)/localhost/\(id)\(query)"
                #expect(try await server.fetch(old, token: nil).status == 404)
                #expect(try await server.fetch(old, token: "wrong").status == 401)
                #expect(try await ana.fetch(old).bytes == Self.bytes(10))
            }
        }
        await server.stop()
    }

    @Test func unknownMediaIsNotFound() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let id = try await ana.keep(Self.bytes(10))
        let root = "/_matrix/client/v1/media/download"
        for place in [
            "example.org/\(id)", "localhost/no", "localhost/..%2F..%2Fserver.sqlite", "localhost/..", "../\(id)",
        ] {
            #expect(try await ana.fetch("\(root)/\(place)").status == 404, "\(place)")
        }
        await server.stop()
    }

    @Test func downloadHeadersPreventScriptExecution() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let types: [(String?, String, String)] = [
            ("text/html", "text/html", "attachment"), ("image/svg+xml", "image/svg+xml", "attachment"),
            ("application/pdf", "application/pdf", "attachment"), ("image/png", "image/png", "inline"),
            ("Text/Plain; charset=utf-8", "Text/Plain; charset=utf-8", "inline"), ("text/css", "text/css", "inline"),
            (nil, MediaType.unknown, "attachment"), ("text", MediaType.unknown, "attachment"),
            ("text/plain,text/html", MediaType.unknown, "attachment"),
            ("text/plain; x=y, text/html", MediaType.unknown, "attachment"), ("/", MediaType.unknown, "attachment"),
            ("image/png/x", MediaType.unknown, "attachment"), ("im\u{e4}ge/png", MediaType.unknown, "attachment"),
        ]
        for (type, answered, disposition) in types {
            let download = try await ana.download(try await ana.keep(Array("<b>".utf8), type: type))
            #expect(download["content-type"] == answered, "\(type ?? "none")")
            #expect(download["content-disposition"] == disposition, "\(type ?? "none")")
            #expect(download["x-content-type-options"] == "nosniff")
            #expect(
                download["content-security-policy"]?.hasPrefix("sandbox; default-src 'none'; script-src 'none';")
                    == true)
            #expect(download["cross-origin-resource-policy"] == "cross-origin")
            #expect(download["access-control-allow-origin"] == "*")
        }
        await server.stop()
    }

    @Test func identicalFilesAreStoredOnce() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let file = Array("abc".utf8)
        let first = try await ana.keep(file, name: "a")
        // The response to the first upload may have been lost. Repeating it stores the file once.
        #expect(try await ana.keep(file, name: "a") == first)
        let others = [
            try await ana.keep(file, name: "b"), try await ana.keep(file, type: "image/png", name: "a"),
            try await bo.keep(file, name: "a"),
        ]
        #expect(Set(others + [first]).count == 4)
        for id in others { #expect(try await bo.download(id).bytes == file) }
        // The vector of FIPS 180-2, appendix B.1.
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(try server.mediaFiles("files") == [hash])
        #expect(try server.mediaFiles("new").isEmpty)
        await server.stop()
    }

    @Test func mediaConfigReturnsTheUploadLimit() async throws {
        let server = try await ServerUnderTest.start { $0.uploadBytes = 1_000 }
        let ana = try await server.person("ana")
        for path in ["v1/media/config", "/_matrix/media/v3/config", "/_matrix/media/r0/config"] {
            #expect(try await ana.ask(.GET, path).body == ["m.upload.size": 1_000])
        }
        await server.stop()
    }

    @Test func matchingETagReturnsNotModified() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let id = try await ana.keep(Self.bytes(10))
        let tag = try #require(try await ana.download(id)["etag"])
        for value in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let download = try await ana.download(id, ["If-None-Match": value])
            #expect(download.status == 304 && download.bytes.isEmpty && download["etag"] == tag, "\(value)")
        }
        #expect(try await ana.download(id, ["If-None-Match": "\"other\""]).bytes == Self.bytes(10))
        // The connection stays usable.
        #expect(try await ana.download(id).status == 200)
        await server.stop()
    }
}
