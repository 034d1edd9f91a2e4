import Foundation
import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests aborted uploads, and servers that end in the middle of one.
@Suite(.timeLimit(.minutes(5))) struct BrokenUploadTests {
    @Test(arguments: ["Content-Length: 10", "Transfer-Encoding: chunked"])
    func abortedUploadLeavesNoFile(framing: String) async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let client = try await WireClient(to: server)
        let part = framing.hasPrefix("T") ? "5\r\n01234\r\n" : "01234"
        try await client.send(
            "POST /_matrix/media/v3/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(ana.token)\r\n"
                + "\(framing)\r\n\r\n\(part)")
        try await waitUntil("the upload is under way") { try server.mediaFiles("new").count == 1 }
        client.close()
        try await waitUntil("it is given up") { try server.mediaFiles("new").isEmpty }
        #expect(try server.mediaFiles("files").isEmpty)
        let count = try await server.server.server.read { try $0.integer("SELECT count(*) FROM media") }
        #expect(count == 0)
        // The slot is free again.
        #expect(try await ana.upload([1]).status == 200)
        await server.stop()
    }

    /// Simulates the files of a process that ended after each step of an upload.
    @Test func restartKeepsKnownFilesAndDeletesTheRest() async throws {
        let directory = ServerUnderTest.newDirectory()
        let first = try await ServerUnderTest.start(in: directory)
        let ana = try await first.person("ana")
        let id = try await ana.keep(Array("known".utf8))
        let hash = try #require(try first.mediaFiles("files").first)
        await first.server.stop()

        let media = directory + "/media"
        let lost = String(repeating: "ab", count: 32)
        // Creates a partial file. Creates a complete one that the database doesn't know, and its placed copy.
        // Creates one that the database knows, but whose placed file was lost.
        try Data("hal".utf8).write(to: URL(filePath: media + "/new/half"))
        for path in ["/new/\(lost).x", "/files/\(lost)"] {
            try Data("lost".utf8).write(to: URL(filePath: media + path))
        }
        try FileManager.default.moveItem(atPath: "\(media)/files/\(hash)", toPath: "\(media)/new/\(hash).y")

        let second = try await ServerUnderTest.start(in: directory)
        #expect(try second.mediaFiles("new").isEmpty)
        #expect(try second.mediaFiles("files") == [hash])
        let download = try await Person(server: second, name: "ana", token: ana.token).download(id)
        #expect(download.bytes == Array("known".utf8))
        await second.stop()
    }

    @Test func missingMediaFileIsAServerError() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let id = try await ana.keep(Array("tea".utf8))
        let hash = try #require(try server.mediaFiles("files").first)
        try FileManager.default.removeItem(atPath: "\(server.directory)/media/files/\(hash)")
        #expect(try await ana.download(id).status == 500)
        await server.stop()
    }

    @Test func stalledDownloadDoesNotBlockOthers() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let file = [UInt8](repeating: 9, count: 8 << 20)
        let id = try await ana.keep(file)
        let client = try await WireClient(to: server, reads: false)
        try await client.send(
            "GET /_matrix/client/v1/media/download/localhost/\(id) HTTP/1.1\r\nHost: x\r\n"
                + "Authorization: Bearer \(ana.token)\r\n\r\n")
        // Only a chunk of the file waits for a reader, never the whole file.
        try await waitUntil("a piece waits") { server.server.unreadBytes > 0 }
        for _ in 0..<5 {
            let isSame = try await ana.download(id).bytes == file
            #expect(isSame && server.server.unreadBytes < 256 << 10)
        }
        client.close()
        try await waitUntil("nothing waits") { server.server.unreadBytes == 0 }
        await server.stop()
    }
}
