import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests files between two users while the network is cut twenty times during each transfer, in both directions. The
/// test with 100 MB is in `OutsideTests`.
@Suite(.serialized, .timeLimit(.minutes(5))) struct FileTransferTests {
    @Test(arguments: [FileSample.picture, .voice], [false, true])
    func fileSurvivesTwentyDisconnects(_ sample: FileSample, isSealed: Bool) async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let home = server.directory + "/home"
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            let (anas, bos) = (try await CuttingProxy(to: address), try await CuttingProxy(to: address))
            let ana = try await Person.register("ana", on: server, at: .url(anas.address))
            let bo = try await Person.register("bo", on: server, at: .url(bos.address))
            let chatID = try await ana.makeRoom(with: bo)
            let database = try ProfileDatabase(path: home + "/profile.sqlite")
            let device = try Device(ana, chatID: chatID, database: database)
            try await device.receive()

            // The upload.
            anas.meet(.cut, .toServer, after: sample.cuts())
            let original = home + "/" + sample.name
            try sample.bytes.write(to: URL(filePath: original))
            let (content, told) = try await upload(original, by: device, isSealed: isSealed, cuts: 20)
            expectInTheMiddle(anas.met(.toServer), of: sample)
            // After each cut the upload reports that it is not in progress.
            #expect(told.count { $0 == nil } == 20)
            #expect(told.last == Int64(sample.size))

            // The download.
            bos.meet(.cut, .toClient, after: sample.pieces)
            let file = try #require(AttachedFile(content: content))
            let places = MediaDirectories(kept: home + "/media", downloads: home, home: home, show: { _ in nil })
            let fetch = MediaFetch(client: bo.client, places: places, settings: MediaSettings())
            var (kept, tries): (CachedFile?, Int) = (nil, 0)
            while kept == nil, tries < 30 {
                tries += 1
                kept = try? await fetch.fetch(file) { _ in }
            }
            // A try that meets a connection of which the reset is not known yet brings nothing, and another follows.
            #expect((21..<30).contains(tries))
            #expect(bos.met(.toClient).count == 20)
            // No part is transferred twice, except for data that a reset discarded from the client's socket.
            #expect(bos.passed(.toClient) < Int64(sample.size) * 2)
            let isSame = try FileManager.default.contents(atPath: #require(kept?.path)) == sample.bytes
            #expect(isSame)
            #expect(try FileManager.default.contentsOfDirectory(atPath: home + "/media").count == 1)
            database.close()
            await ana.client.shutdown()
            await bo.client.shutdown()
        }
    }

    /// - Returns: The message's description of the file, and the reported progress.
    private func upload(
        _ original: String, by device: Device, isSealed: Bool, cuts: Int
    ) async throws -> (JSONValue, [Int64?]) {
        let outbox = device.database.outbox
        if isSealed {
            var change = ChatChange(chatID: device.chatID, membership: .joined)
            change.isEncrypted = .set(true)
            _ = try await device.database.sync.apply(SyncSlice(changes: [change]))
        }
        let id = OutboxLine.newID(now: 1)
        let archive = FileArchive(files: outbox.files, limit: nil)
        let line = try await archive.line([original], id: id, caption: "", chatID: device.chatID, thread: nil, now: 1)
        try await outbox.accept(line)
        let carrier = FileUploader(
            client: device.person.client, outbox: outbox, limit: UploadLimit(), withdrawals: Withdrawals())
        let told = Mutex<[Int64?]>([])
        var failures = 0
        while let outcome = await carrier.upload(id, progress: { sent in told.withLock { $0.append(sent) } }) {
            #expect(outcome == .unanswered)
            failures += 1
            guard failures <= cuts else { break }
        }
        #expect(failures == cuts)
        let upload = try #require(try await outbox.line(id: id)?.file?.upload)
        #expect(upload.isSealed == isSealed)
        let content = try #require(try upload.added(to: JSONValue(parsing: line.content)))
        return (content, told.withLock { $0 })
    }

    private func expectInTheMiddle(_ cuts: [Int64], of sample: FileSample) {
        #expect(cuts.count == 20)
        #expect(cuts.allSatisfy { $0 > sample.size / 20 && $0 < sample.size * 19 / 20 })
    }
}
