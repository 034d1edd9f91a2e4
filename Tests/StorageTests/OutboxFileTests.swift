import Conversations
import Foundation
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(5))) struct OutboxFileTests {
    private let directory: ScratchDirectory
    private let database: ProfileDatabase
    private let original: String

    init() throws {
        directory = try ScratchDirectory()
        database = try ProfileDatabase(path: directory.file("profile.sqlite"))
        original = directory.file("tea.txt")
        try Data("green".utf8).write(to: URL(fileURLWithPath: original))
    }

    private func line(_ id: String, size: Int64 = 5) -> OutboxLine {
        OutboxLine(
            id: id, chatID: Story.chatID, type: "m.room.message", kind: .file, body: "tea.txt",
            content: #"{"body":"tea.txt"}"#, acceptedAt: 1, state: .queued, file: OutboxFile(size: size))
    }

    private func kept(_ id: String) -> Data? {
        database.outbox.files.path(of: id).flatMap { FileManager.default.contents(atPath: $0) }
    }

    private func join(isEncrypted: Bool = false) async throws {
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        if isEncrypted { change.isEncrypted = .set(true) }
        _ = try await database.sync.apply(SyncSlice(changes: [change], token: "s1"))
    }

    @Test func attachmentIsCopiedFromTheOriginal() async throws {
        let files = database.outbox.files
        #expect(try await files.copy(original, for: "a", limit: 5) == 5)
        try await database.outbox.accept(line("a"))
        try Data("black, and more".utf8).write(to: URL(fileURLWithPath: original))
        try FileManager.default.removeItem(atPath: original)
        #expect(kept("a") == Data("green".utf8))
        let path = try #require(files.path(of: "a"))
        #expect(try ScratchDirectory.mode(of: path) == 0o600)
        #expect(try ScratchDirectory.mode(of: (path as NSString).deletingLastPathComponent) == 0o700)
    }

    @Test func emptyFileIsAccepted() async throws {
        try Data().write(to: URL(fileURLWithPath: original))
        #expect(try await database.outbox.files.copy(original, for: "a", limit: nil) == 0)
        #expect(kept("a") == Data())
    }

    @Test func unusableFilesGetSpecificErrors() async throws {
        let files = database.outbox.files
        let pipe = directory.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let cases: [(String, OutboxFileError)] = [
            (directory.file("nothing"), .missing), (original + "/inside", .missing),
            (directory.path, .isDirectory), (pipe, .isNoFile), ("/dev/zero", .isNoFile), ("", .missing),
        ]
        for (path, problem) in cases {
            await #expect(throws: problem, "\(path)") { try await files.copy(path, for: "a", limit: nil) }
            #expect(kept("a") == nil)
        }
        await #expect(throws: OutboxFileError.tooLarge(size: 5, limit: 4)) {
            try await files.copy(original, for: "a", limit: 4)
        }
        #expect(await files.found().isEmpty)
    }

    @Test func lineIDCannotLeaveTheFileDirectory() {
        for id in ["", "../a", "a/b", ".a"] { #expect(database.outbox.files.path(of: id) == nil) }
    }

    @Test func lineKeepsItsFileAfterARestart() async throws {
        _ = try await database.outbox.files.copy(original, for: "a", limit: nil)
        try await database.outbox.accept(line("a"))
        #expect(try await database.outbox.save(.inClear(address: "mxc://x/y"), ofLine: "a"))
        database.close()
        let again = try ProfileDatabase(path: directory.file("profile.sqlite"))
        #expect(try again.outbox.all().map(\.file) == [OutboxFile(size: 5, upload: .inClear(address: "mxc://x/y"))])
        try await again.outbox.sweepFiles()
        #expect(kept("a") == Data("green".utf8))
    }

    @Test func fileIsRemovedWithItsLineOnly() async throws {
        for id in ["a", "b", "c"] { _ = try await database.outbox.files.copy(original, for: id, limit: nil) }
        for id in ["a", "b"] { try await database.outbox.accept(line(id)) }
        #expect(try await database.outbox.withdraw(id: "a") == ["a"])
        try await database.outbox.sweepFiles()
        // It is still unknown whether the third file is going to have a line.
        #expect(kept("a") == nil && kept("b") != nil && kept("c") != nil)
        // Simulates a crash in the middle of a copy, and one before a line was committed.
        database.close()
        let again = try ProfileDatabase(path: directory.file("profile.sqlite"))
        let half = try #require(again.outbox.files.path(of: "b")).replacingOccurrences(of: "/b", with: "/.d")
        try Data("gre".utf8).write(to: URL(fileURLWithPath: half))
        try await again.outbox.sweepFiles()
        #expect(await again.outbox.files.found() == ["b"])
    }

    @Test func unencryptedUploadIsRepeatedOnceTheChatIsEncrypted() async throws {
        try await join()
        try await database.outbox.accept(line("a"))
        #expect(try await database.outbox.upload(ofLine: "a") == .inClear(line("a")))
        #expect(try await database.outbox.save(.inClear(address: "mxc://x/y"), ofLine: "a"))
        #expect(try await database.outbox.upload(ofLine: "a") == .nothing)
        try await join(isEncrypted: true)
        let kept = try #require(try await database.outbox.line(id: "a"))
        #expect(try await database.outbox.upload(ofLine: "a") == .sealed(kept))
        #expect(try await database.outbox.save(.sealed(#"{"url":"mxc://x/z"}"#), ofLine: "a"))
        #expect(try await database.outbox.upload(ofLine: "a") == .nothing)
    }

    @Test func uploadIsNotStoredForAGoneOrSentLine() async throws {
        try await join()
        try await database.outbox.accept(line("a"))
        #expect(try await database.outbox.save(.inClear(address: "mxc://x/y"), ofLine: "a"))
        guard case .leaves = try await database.outbox.leave(id: "a", deviceID: "D", now: 1) else {
            Issue.record("it did not leave")
            return
        }
        #expect(try await database.outbox.save(.inClear(address: "mxc://x/z"), ofLine: "a") == false)
        #expect(try await database.outbox.save(.inClear(address: "mxc://x/z"), ofLine: "b") == false)
        #expect(try await database.outbox.line(id: "a")?.file?.upload == .inClear(address: "mxc://x/y"))
    }

    @Test func fileLineCannotBeRewrittenAsText() async throws {
        try await database.outbox.accept(line("a"))
        let rewritten = try await database.outbox.rewrite(id: "a", body: "tea", formattedBody: nil, content: "{}")
        #expect(rewritten == nil)
        #expect(try await database.outbox.line(id: "a") == line("a"))
    }
}
