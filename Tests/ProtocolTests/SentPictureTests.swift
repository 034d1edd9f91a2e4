import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests that a picture sent from this machine is drawn from the local file, without any request to the server.
@Suite(.timeLimit(.minutes(5))) struct SentPictureTests {
    private struct Bench {
        let proxy: FaultProxy
        let home: String
        let ana: Device
        let bo: Device

        func fetch(by device: Device, into folder: String) -> PictureFetch {
            let places = MediaDirectories(kept: home + folder, downloads: home, home: home, show: { _ in nil })
            return PictureFetch(
                media: MediaFetch(client: device.person.client, places: places, settings: MediaSettings()))
        }

        /// Lets ana send a file. Her outbox removes the file once her timeline shows it.
        ///
        /// - Returns: The message that bo received.
        func send(_ bytes: [UInt8], named name: String) async throws -> Message {
            let path = home + "/" + name
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let archive = FileArchive(files: ana.database.outbox.files, limit: nil)
            let line = try await archive.line(
                [path], id: OutboxLine.newID(now: 1), caption: "", chatID: ana.chatID, thread: nil, now: 1)
            try await ana.database.outbox.accept(line, clearsDraft: false)
            try await ana.send(media: MediaCache(path: home + "/anas", limit: 10_000_000))
            for device in [ana, bo] { try await device.receive() }
            try await ana.database.outbox.sweepFiles()
            #expect(await ana.database.outbox.files.found().isEmpty)
            return try #require(try last(of: bo))
        }

        func last(of device: Device) throws -> Message? {
            try device.database.messages.window(chatID: device.chatID, endingAtLatest: 10).messages.last?.message
        }

        var kept: [String] { (try? FileManager.default.contentsOfDirectory(atPath: home + "/anas")) ?? [] }
    }

    private static func run(isEncrypted: Bool, _ body: @escaping @Sendable (Bench) async throws -> Void) async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let home = server.directory + "/home"
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            let proxy = try await FaultProxy(to: address)
            let ana = try await Person.register("ana", on: server, at: .url(proxy.address))
            let bo = try await Person.register("bo", on: server)
            let chatID = try await isEncrypted ? ana.makeEncryptedRoom(with: [bo]) : ana.makeRoom(with: bo)
            let database = try ProfileDatabase(path: home + "/profile.sqlite")
            let sender = try Device(ana, chatID: chatID, sealedWith: SealingKey(), database: database)
            let reader = try Device(bo, chatID: chatID, sealedWith: SealingKey())
            for device in [sender, reader] { try await device.comeOnline() }
            try await body(Bench(proxy: proxy, home: home, ana: sender, bo: reader))
            database.close()
            await ana.client.shutdown()
            await bo.client.shutdown()
        }
    }

    /// For a large picture the program would request a thumbnail.
    @Test(arguments: [5_000, 500_000], [false, true])
    func sentPictureIsNotDownloaded(size: Int, isEncrypted: Bool) async throws {
        try await Self.run(isEncrypted: isEncrypted) { bench in
            let bytes = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: size - 8)
            let theirs = try #require(MessagePicture(try await bench.send(bytes, named: "cat.png")))
            let own = try #require(try bench.last(of: bench.ana).flatMap(MessagePicture.init))
            #expect(own.file == theirs.file)
            let path = try await bench.fetch(by: bench.ana, into: "/anas").path(of: own)
            #expect(FileManager.default.contents(atPath: path) == Data(bytes))
            #expect(path.hasSuffix(".png"))
            #expect(bench.proxy.count(of: .download) == 0)
            // A picture that isn't stored is fetched, which proves that the count above works.
            let elsewhere = try await bench.fetch(by: bench.ana, into: "/elsewhere").path(of: own)
            #expect(FileManager.default.contents(atPath: elsewhere) == Data(bytes))
            #expect(bench.proxy.count(of: .download) > 0)
        }
    }

    /// Other files are never drawn, and can be large.
    @Test func sentNonPictureIsNotCached() async throws {
        try await Self.run(isEncrypted: false) { bench in
            _ = try await bench.send(Array("Dear Kim".utf8), named: "letter.txt")
            #expect(bench.kept.isEmpty)
        }
    }

    @Test func oldCachedPicturesAreEvicted() async throws {
        try await Self.run(isEncrypted: false) { bench in
            let old = bench.home + "/anas/old.data"
            try FileManager.default.createDirectory(atPath: bench.home + "/anas", withIntermediateDirectories: true)
            try Data(count: 9_999_000).write(to: URL(fileURLWithPath: old))
            _ = try await bench.send(
                PictureFile.quarters(width: 100, height: 100) + Array(repeating: 7, count: 2_000), named: "cat.png")
            #expect(bench.kept.count == 1 && !FileManager.default.fileExists(atPath: old))
        }
    }
}
