import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization
import Testing

@testable import Engine
@testable import Messenger

/// Tests files from the outbox to the server.
@Suite(.timeLimit(.minutes(5))) struct FileSendingTests {
    private let directory = NSTemporaryDirectory() + "confab-files-" + UUID().uuidString
    private var original: String { directory + "/tea.png" }

    init() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    @Test(arguments: [0, 1, 300_000]) func aFileIsSentOnceWithItsBytes(count: Int) async throws {
        try await withAna { ana, bo in
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
            try await ana.say("before")
            let id = try await accept(bytes, by: ana)
            try await ana.say("after")
            try await ana.send()
            let contents = try await bo.contents()
            try #require(contents.map { $0["body"]?.string } == ["before", "tea.png", "after"])
            let content = contents[1]
            #expect(content["msgtype"] == "m.image" && content["filename"] == "tea.png")
            #expect(content["info"]?["size"]?.integer == Int64(count) && content["info"]?["mimetype"] == "image/png")
            let address = try #require(content["url"]?.string)
            #expect(address.hasPrefix("mxc://"))
            // The stored bytes are removed once the timeline shows the file.
            try await ana.receive()
            try await ana.database.outbox.sweepFiles()
            #expect(try await ana.database.outbox.line(id: id) == nil)
            #expect(await ana.database.outbox.files.found().isEmpty)
        }
    }

    @Test func crashAfterUploadDoesNotUploadAgain() async throws {
        try await withAna { ana, bo in
            let id = try await accept([1, 2, 3], by: ana)
            let carrier = FileUploader(
                client: ana.person.client, outbox: ana.database.outbox, limit: UploadLimit(), withdrawals: Withdrawals()
            )
            #expect(await carrier.upload(id, progress: { _ in }) == nil)
            let upload = try #require(try await ana.database.outbox.line(id: id)?.file?.upload)
            // The copy is needed no more, because only the message remains to be sent.
            try FileManager.default.removeItem(atPath: #require(ana.database.outbox.files.path(of: id)))
            try await ana.send(isKilled: true)
            let contents = try await bo.contents()
            #expect(contents.map { $0["url"]?.string } == [upload.stored])
        }
    }

    @Test func withdrawingALineCancelsItsUpload() async throws {
        try await withAna { ana, bo in
            let id = try await accept(Array(repeating: 7, count: 2_000_000), by: ana)
            let withdrawals = Withdrawals()
            let carrier = FileUploader(
                client: ana.person.client, outbox: ana.database.outbox, limit: UploadLimit(), withdrawals: withdrawals)
            let furthest = Mutex<Int64>(0)
            let outcome = await carrier.upload(id) { sent in
                if let sent { furthest.withLock { $0 = sent } }
                _ = try? await ana.database.outbox.withdraw(id: id)
                withdrawals.add([id])
            }
            #expect(outcome == .withdrawn)
            #expect(furthest.withLock { $0 } < 2_000_000)
            try await ana.send()
            #expect(try await bo.contents().isEmpty)
        }
    }

    @Test func fileAboveTheServerLimitIsNotUploaded() async throws {
        try await withAna { ana, _ in
            let limit = UploadLimit()
            let most = try #require(try await limit.find(ana.person.client))
            let id = try await accept([], by: ana, size: most + 1)
            let carrier = FileUploader(
                client: ana.person.client, outbox: ana.database.outbox, limit: limit, withdrawals: Withdrawals())
            let outcome = await carrier.upload(id) { _ in Issue.record("bytes went out") }
            #expect(outcome == .refused(reason: .fileTooLarge(size: most + 1, limit: most)))
        }
    }

    @Test func missingFileCopyFailsWithoutSending() async throws {
        try await withAna { ana, bo in
            let id = try await accept([1, 2, 3], by: ana)
            try FileManager.default.removeItem(atPath: #require(ana.database.outbox.files.path(of: id)))
            try await ana.send()
            #expect(try await ana.database.outbox.line(id: id)?.state == .failed(reason: .fileIsGone))
            #expect(try await bo.contents().isEmpty)
        }
    }

    /// Runs the body with ana's database in a file, beside which her outbox stores files.
    private func withAna(_ body: @escaping @Sendable (Device, Device) async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await Device.withTwo { [directory] ana, bo in
            let database = try ProfileDatabase(path: directory + "/profile.sqlite")
            let device = try Device(ana.person, chatID: ana.chatID, database: database)
            try await device.receive()
            try await body(device, bo)
            database.close()
        }
    }

    /// - Parameter size: The size that the line claims, if it differs.
    private func accept(_ bytes: [UInt8], by ana: Device, size: Int64? = nil) async throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: original))
        let id = OutboxLine.newID(now: 1)
        let archive = FileArchive(files: ana.database.outbox.files, limit: nil)
        let line = try await archive.line([original], id: id, caption: "", chatID: ana.chatID, thread: nil, now: 1)
        if let size {
            truncate(ana.database.outbox.files.path(of: id) ?? "", off_t(size))
            let larger = OutboxLine.file(
                id: id, name: "tea.png", size: size, type: "image/png", pixels: nil, chatID: ana.chatID, thread: nil,
                now: 1)
            try await ana.database.outbox.accept(larger)
        } else {
            try await ana.database.outbox.accept(line)
        }
        try FileManager.default.removeItem(atPath: original)
        return id
    }
}

extension Device {
    /// Returns the contents of the chat on the server, the oldest first.
    fileprivate func contents() async throws -> [JSONValue] {
        let page = try await person.client.messages(roomID: chatID, from: nil, limit: 50)
        return page.chunk.reversed().filter { $0.stateKey == nil }.map(\.content)
    }
}
