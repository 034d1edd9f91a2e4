import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Pictures
import Storage
import TestSupport
import TestTraits
import Testing

@testable import Engine
@testable import Messenger

/// Tests that a large picture is sent with a thumbnail, which is encrypted if the picture is.
@Suite(.timeLimit(.minutes(5)), .wherePicturesAreDecoded) struct SentThumbnailTests {
    private let directory = NSTemporaryDirectory() + "confab-thumbnails-" + UUID().uuidString
    private static let process = PictureProcess(program: ProgramLocation.confab)

    init() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    /// Sends a picture from ana, and passes the message that bo received to the body.
    private func send(
        _ bytes: [UInt8], inEncrypted: Bool, by process: PictureProcess? = process,
        _ body: @escaping @Sendable (JSONValue, HomeserverClient) async throws -> Void
    ) async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/cat.png"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try await TestServer.run { [directory] server in
            let (ana, bo) = (try await Person.register("ana", on: server), try await Person.register("bo", on: server))
            let chatID = try await inEncrypted ? ana.makeEncryptedRoom(with: [bo]) : ana.makeRoom(with: bo)
            let database = try ProfileDatabase(path: directory + "/profile.sqlite")
            let sender = try Device(ana, chatID: chatID, sealedWith: SealingKey(), database: database)
            let reader = try Device(bo, chatID: chatID, sealedWith: SealingKey())
            for device in [sender, reader] { try await device.comeOnline() }
            let archive = FileArchive(files: database.outbox.files, limit: nil)
            let line = try await archive.line(
                [path], id: OutboxLine.newID(now: 1), caption: "", chatID: chatID, thread: nil, now: 1)
            try await database.outbox.accept(line, clearsDraft: false)
            try await sender.send(pictures: process)
            try await reader.receive()
            let window = try reader.database.messages.window(chatID: chatID, endingAtLatest: 10)
            let message = try #require(window.messages.last?.message)
            let event = try JSONValue(parsing: message.source)
            try await body(try #require(event["content"]), bo.client)
            database.close()
            await ana.client.shutdown()
            await bo.client.shutdown()
        }
    }

    private static func fetch(_ address: String, by client: HomeserverClient) async throws -> [UInt8] {
        let place = try #require(MediaAddress(address))
        let bytes = Received()
        try await client.download(
            place, limit: 10_000_000,
            into: MediaSink { _ in
                true
            } take: { piece in
                await bytes.add(piece)
                return true
            })
        return await bytes.all
    }

    private actor Received {
        private(set) var all: [UInt8] = []

        func add(_ piece: [UInt8]) { all += piece }
    }

    @Test func thumbnailHasAURLInUnencryptedChat() async throws {
        try await send(PictureFile.noise(width: 1_000, height: 500), inEncrypted: false) { content, client in
            let info = try #require(content["info"])
            #expect(content["url"]?.string != nil && info["thumbnail_file"] == nil)
            let bytes = try await Self.fetch(try #require(info["thumbnail_url"]?.string), by: client)
            #expect(info["thumbnail_info"]?["size"]?.integer == Int64(bytes.count))
            #expect(info["thumbnail_info"]?["mimetype"] == "image/jpeg")
            #expect(info["thumbnail_info"]?["w"] == 800 && info["thumbnail_info"]?["h"] == 400)
            #expect(info["w"] == 1_000 && info["h"] == 500)
            let drawn = try await Self.process.drawing(of: .bytes(bytes), columns: 20, rows: 5, means: .palette)
            #expect(drawn.original == PixelSize(width: 800, height: 400))
        }
    }

    @Test func thumbnailIsEncryptedInEncryptedChat() async throws {
        try await send(PictureFile.noise(width: 1_000, height: 500), inEncrypted: true) { content, client in
            let info = try #require(content["info"])
            #expect(content["file"] != nil && content["url"] == nil && info["thumbnail_url"] == nil)
            let file = try EncryptedFile(json: try #require(info["thumbnail_file"]))
            let sealed = try await Self.fetch(try #require(info["thumbnail_file"]?["url"]?.string), by: client)
            #expect(!sealed.starts(with: [0xFF, 0xD8]))
            var opener = try FileDecryptor(file)
            let bytes = opener.open(sealed)
            try opener.finish()
            let drawn = try await Self.process.drawing(of: .bytes(bytes), columns: 20, rows: 5, means: .palette)
            #expect(drawn.original == PixelSize(width: 800, height: 400))
            // The key differs from the picture's.
            #expect(content["file"]?["key"] != info["thumbnail_file"]?["key"])
            let picture = try #require(MessagePicture(content: content))
            #expect(picture.sealedThumbnail != nil)
        }
    }

    @Test func smallPictureHasNoThumbnail() async throws {
        try await send(PictureFile.quarters(width: 100, height: 100), inEncrypted: false) { content, _ in
            #expect(content["url"] != nil && content["info"]?["thumbnail_url"] == nil)
        }
    }

    @Test func undecodablePictureHasNoThumbnail() async throws {
        let broken = Array(PictureFile.noise(width: 1_000, height: 500).dropLast(1_000_000))
        try await send(broken, inEncrypted: true) { content, _ in
            #expect(content["file"] != nil && content["info"]?["thumbnail_file"] == nil)
            #expect(content["info"]?["thumbnail_info"] == nil)
        }
    }

    @Test func pictureHasNoThumbnailWithoutLibraries() async throws {
        let none = PictureProcess(program: "/nowhere/confab")
        try await send(PictureFile.noise(width: 1_000, height: 500), inEncrypted: false, by: none) { content, _ in
            #expect(content["url"] != nil && content["info"]?["thumbnail_url"] == nil)
        }
    }
}
