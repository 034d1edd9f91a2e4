import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import Storage
import Testing

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests the files of exported messages.
@Suite(.timeLimit(.minutes(5))) struct ImportedFileTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    private let database: ProfileDatabase
    private static let chatID = "imported:!garden:x.y"
    private static let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])

    init() throws {
        database = try ProfileDatabase.inMemory()
        try FileManager.default.createDirectory(atPath: directory + "/media", withIntermediateDirectories: true)
        try Self.picture.write(to: URL(filePath: directory + "/media/0001-cat.png"))
    }

    private var places: MediaDirectories { .ofProfile(directory + "/profile") }
    private var archive: ImportArchive { ImportArchive(database.imports, filesAt: places.imported) }

    private func line(_ id: String, _ path: JSONValue, chat: String = "!garden:x.y", removed: Bool = false) -> String {
        let json: JSONValue = [
            "id": .string(id), "chat": .string(chat), "chat_name": "Garden", "sender": "@bo:x.y", "name": "Bo",
            "time": 1, "kind": "picture", "text": "cat.png", "edited": false, "removed": .bool(removed),
            "reply_to": .null, "thread": .null, "state": "sent",
            "file": ["name": "cat.png", "type": "image/png", "size": 11, "path": path, "problem": .null],
        ]
        return json.serializedText
    }

    private func take(_ lines: [String], folder: String?) async throws -> ImportReport {
        let file = directory + "/messages.jsonl"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: file))
        return try await archive.importFile(file, folder: folder, now: 1_800_000_000_000)
    }

    private func contents(of chatID: String = chatID) throws -> [JSONValue] {
        try database.messages.window(chatID: chatID, startingAtOldest: 100).messages.compactMap {
            try JSONValue(parsing: $0.message.source)["content"]
        }
    }

    private var kept: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: places.imported)) ?? []).sorted()
    }

    /// The homeserver doesn't respond.
    private func fetch(_ content: JSONValue) async -> FetchedFile {
        let client = HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock"))
        // The cache has no space for files that a server could return again.
        var settings = MediaSettings()
        (settings.kept, settings.largest) = (0, 0)
        let file = await MessageFileFetcher(client: client, places: places, settings: settings).fetch(content)
        await client.shutdown()
        return file
    }

    @Test func importedFileIsStoredAndFoundOffline() async throws {
        let report = try await take(
            [line("$1", "media/0001-cat.png"), line("$2", "media/0001-cat.png")], folder: directory)
        #expect(report.lines == [] && kept.count == 1)
        let content = try #require(try contents().first)
        guard case .cached(let path) = await fetch(content) else { return #expect(Bool(false), "not kept") }
        #expect(FileManager.default.contents(atPath: path) == Self.picture && path.hasSuffix(".png"))
        #expect(MessagePicture(content: content) != nil)
        // The file is removed with the last chat that refers to it.
        _ = try await take([line("$3", "media/0001-cat.png", chat: "!tea:x.y")], folder: directory)
        try await archive.remove(Self.chatID)
        #expect(kept.count == 1)
        try await archive.remove("imported:!tea:x.y")
        #expect(kept == [])
        guard case .missing = await fetch(content) else { return #expect(Bool(false), "found") }
    }

    @Test func missingFileCanBeImportedLater() async throws {
        #expect(try await take([line("$1", "media/0001-cat.png")], folder: nil).lines == [])
        #expect(try contents().first?["url"] == nil && kept == [])
        #expect(try await take([line("$1", "media/0001-cat.png")], folder: directory).chats.map(\.newCount) == [0])
        guard case .cached = await fetch(try #require(try contents().first)) else {
            return #expect(Bool(false), "not kept")
        }
        // A message whose file was not downloaded, or that was deleted, refers to no file.
        let report = try await take(
            [line("$2", .null), line("$3", "media/0001-cat.png", removed: true)], folder: directory)
        #expect(report.lines == [])
    }

    @Test func pathsOutsideExportAreRejected() async throws {
        try Data("secret".utf8).write(to: URL(filePath: directory + "/secret"))
        let media = directory + "/media"
        #expect(symlink("../secret", media + "/link") == 0 && mkfifo(media + "/pipe", 0o600) == 0)
        #expect(mkdir(media + "/folder", 0o700) == 0)
        try Data("in".utf8).write(to: URL(filePath: media + "/folder/file"))
        let paths: [JSONValue] = [
            "../secret", "media/../secret", "media/..", "media/.", "media/", "media", "secret", "/etc/passwd",
            "media/folder/file", "media//0001-cat.png", "./media/0001-cat.png", "media/link", "media/pipe",
            "media/folder", "media/none", "media/a\u{0}b", .string("media/" + String(repeating: "a", count: 300)),
        ]
        let report = try await take(paths.enumerated().map { line("$\($0.offset)", $0.element) }, folder: directory)
        // All messages are imported.
        #expect(report.chats.map(\.newCount) == [paths.count] && report.problemCount == 0)
        #expect(report.filesMissingCount == paths.count && kept == [])
        #expect(report.lines[0] == "Line 1 is taken in without its file: what it names lies outside of the export.")
        #expect(report.lines[11] == "Line 12 is taken in without its file: media/link is a link.")
        #expect(try contents().allSatisfy { $0["url"] == nil })
    }

    @Test func linkedMediaDirectoryIsRejected() async throws {
        let other = directory + "/other"
        #expect(mkdir(other, 0o700) == 0 && symlink(directory + "/media", other + "/media") == 0)
        let report = try await take([line("$1", "media/0001-cat.png")], folder: other)
        #expect(report.filesMissingCount == 1 && kept == [])
    }

    @Test func oversizedFileIsNotImported() async throws {
        let huge = open(directory + "/media/huge", O_WRONLY | O_CREAT, 0o600)
        #expect(ftruncate(huge, off_t(ExportedFolder.largest) + 1) == 0)
        close(huge)
        let report = try await take([line("$1", "media/huge")], folder: directory)
        #expect(report.lines == ["Line 1 is taken in without its file: it is larger than 2.0 GB."])
        #expect(kept == [])
    }
}
