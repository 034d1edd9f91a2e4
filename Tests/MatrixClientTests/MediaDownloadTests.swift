import MatrixAPI
import Synchronization
import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct MediaDownloadTests {
    private static let new = "/_matrix/client/v1/media/download/example.org/abc"
    private static let old = "/_matrix/media/v3/download/example.org/abc"

    /// Collects the received bytes, and the part that they belong to.
    private final class Taken: Sendable {
        let parts = Mutex<[MediaPart]>([])
        let bytes = Mutex<[UInt8]>([])

        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

        var sink: MediaSink {
            MediaSink { part in
                self.parts.withLock { $0.append(part) }
                return true
            } take: { piece in
                self.bytes.withLock { $0 += piece }
                return true
            }
        }
    }

    private static func download(
        _ server: ScriptedServer, from offset: Int64 = 0, tag: String? = nil, limit: Int64 = 1_000, into taken: Taken
    ) async throws(MatrixClientError) {
        guard let address = MediaAddress("mxc://example.org/abc") else { throw .badAddress("mxc") }
        try await server.withClient { client throws(MatrixClientError) in
            try await client.download(address, from: offset, tag: tag, limit: limit, into: taken.sink)
        }
    }

    @Test func downloadUsesTheAuthenticatedEndpoint() async throws {
        let server = try ScriptedServer.answering([Self.new: .http(200, "meow", headers: ["ETag: \"1\""])])
        let taken = Taken()
        try await Self.download(server, into: taken)
        #expect(taken.text == "meow")
        #expect(taken.parts.withLock { $0.map(\.tag) } == ["\"1\""])
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer secret"])
    }

    @Test func oldServerIsAskedByTheLegacyPathWithoutTheToken() async throws {
        let server = try ScriptedServer.answering([Self.old: .http(200, "meow")])
        let taken = Taken()
        try await Self.download(server, into: taken)
        #expect(taken.text == "meow")
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer secret", nil])
    }

    @Test func missingFileIsNotRequestedTwice() async throws {
        let missing = String.http(404, #"{"errcode":"M_NOT_FOUND","error":"gone"}"#)
        let server = try ScriptedServer.answering([Self.new: missing, Self.old: .http(200, "meow")])
        let taken = Taken()
        await #expect(throws: MatrixClientError.self) { try await Self.download(server, into: taken) }
        #expect(server.requests.count == 1)
        #expect(taken.text.isEmpty)
    }

    @Test func interruptedDownloadResumesAtItsOffset() async throws {
        let part = String.http(206, "ow", headers: ["ETag: \"1\"", "Content-Range: bytes 2-3/4"])
        let server = try ScriptedServer.answering([Self.new: part])
        let taken = Taken()
        try await Self.download(server, from: 2, tag: "\"1\"", into: taken)
        #expect(server.requests.first?.header("Range") == "bytes=2-")
        #expect(server.requests.first?.header("If-Range") == "\"1\"")
        #expect(taken.parts.withLock { $0.map(\.offset) } == [2])
        #expect(taken.parts.withLock { $0.map(\.total) } == [4])
        #expect(taken.text == "ow")
    }

    @Test func downloadWithoutAStrongETagStartsOver() async throws {
        let server = try ScriptedServer.answering([Self.new: .http(200, "meow", headers: ["ETag: W/\"1\""])])
        let taken = Taken()
        try await Self.download(server, from: 2, into: taken)
        #expect(server.requests.first?.header("Range") == nil)
        #expect(taken.parts.withLock { $0.map(\.offset) } == [0])
        #expect(taken.parts.withLock { $0.map(\.tag) } == [nil])
    }

    @Test func unsatisfiableRangeRestartsTheDownload() async throws {
        let server = try ScriptedServer { request, conversation in
            let answer: String = request.header("Range") == nil ? .http(200, "meow") : .http(416, "{}")
            conversation.say(Array(answer.utf8))
        }
        let taken = Taken()
        try await Self.download(server, from: 9, tag: "\"1\"", into: taken)
        #expect(taken.text == "meow")
    }

    @Test func endlessBodyIsAbandonedAtTheLimit() async throws {
        let server = try ScriptedServer { _, conversation in
            conversation.say(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
            let chunk = "100\r\n" + String(repeating: "a", count: 256) + "\r\n"
            for _ in 0..<100_000 { conversation.say(Array(chunk.utf8)) }
        }
        let taken = Taken()
        await #expect(throws: MatrixClientError.unreachable(.tooLargeAnswer)) {
            try await Self.download(server, limit: 1_000, into: taken)
        }
        #expect(taken.text.utf8.count <= 1_000)
    }

    @Test func lengthBeyondTheLimitIsRefusedBeforeTheBody() async throws {
        for head in ["200 OK\r\nContent-Length: 5000", "206 OK\r\nContent-Length: 4\r\nContent-Range: bytes 0-3/5000"] {
            let server = try ScriptedServer { _, conversation in
                conversation.say(Array("HTTP/1.1 \(head)\r\n\r\nmeow".utf8))
            }
            let taken = Taken()
            await #expect(throws: MatrixClientError.unreachable(.tooLargeAnswer)) {
                try await Self.download(server, limit: 1_000, into: taken)
            }
            #expect(taken.parts.withLock { $0.isEmpty })
        }
    }

    @Test func partWithAnInvalidContentRangeIsRefused() async throws {
        for range in ["Content-Range: bytes x-3/4", "Content-Range: lines 0-3/4", "X: y", "Content-Range: bytes"] {
            let server = try ScriptedServer.answering([Self.new: .http(206, "meow", headers: [range])])
            let taken = Taken()
            await #expect(throws: MatrixClientError.notMatrix(status: 206)) {
                try await Self.download(server, into: taken)
            }
            #expect(taken.text.isEmpty)
        }
    }

    @Test func truncatedBodyIsReported() async throws {
        let server = try ScriptedServer { _, conversation in
            conversation.say(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nmeow".utf8))
        }
        let taken = Taken()
        await #expect(throws: MatrixClientError.unreachable(.brokeOff)) {
            try await Self.download(server, into: taken)
        }
    }

    @Test(arguments: [
        "mxc://example.org/a/b", "mxc://example.org/", "mxc:///abc", "http://example.org/abc", "mxc://example.org/..",
        "mxc://exa mple/abc", "mxc://example.org/a?b", "mxc://example.org/\u{E4}", "mxc://a/b/../c", "",
    ])
    func invalidMediaAddressIsRefused(text: String) {
        #expect(MediaAddress(text) == nil)
    }
}
