import Conversations
import Foundation
import MatrixAPI
import Storage
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct EndedSessionTests {
    private let home: ScratchDirectory
    private let directory: ProfileDirectory
    private let bo = Confab.Profile(
        home: .remote(address: "https://example.org"), userID: "@bo:example.org", deviceID: "B", displayName: nil)

    init() throws {
        home = try ScratchDirectory()
        directory = ProfileDirectory(paths: home.paths)
        try directory.save(bo)
        try directory.tokens(bo.name).save(AccessTokens(accessToken: "secret"))
    }

    @Test func unsentTextIsSavedInAPrivateFile() async throws {
        try await draft("half a li")
        let path = try #require(try await EndedSession(directory: directory).discard(bo.name))
        #expect(path.hasPrefix(directory.path(bo.name) + "/unsent-2") && path.hasSuffix(".txt"))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("half a li"))
        #expect(try ScratchDirectory.mode(of: path) == 0o600)
    }

    @Test func logoutIsSavedAndTheTokenRemoved() async throws {
        _ = try await EndedSession(directory: directory).discard(bo.name)
        #expect(try directory.load(bo.name).isLoggedOut)
        #expect(directory.tokens(bo.name).load() == nil)
    }

    @Test func noFileIsWrittenWithoutUnsentText() async throws {
        try ProfileDatabase(path: directory.database(bo.name)).close()
        #expect(try await EndedSession(directory: directory).discard(bo.name) == nil)
        #expect(try unsentFiles() == [])
    }

    @Test func repeatedCallReturnsTheSameFile() async throws {
        try await draft("half a li")
        let first = try await EndedSession(directory: directory).discard(bo.name)
        try await draft("something else")
        #expect(try await EndedSession(directory: directory).discard(bo.name) == first)
        #expect(try unsentFiles().count == 1)
    }

    @Test func draftsStayInTheProfile() async throws {
        try await draft("half a li")
        _ = try await EndedSession(directory: directory).discard(bo.name)
        let database = try ProfileDatabase(path: directory.database(bo.name))
        #expect(try database.drafts.all().map(\.text) == ["half a li"])
        database.close()
    }

    @Test func unsentFilesAreNotOverwritten() throws {
        let writer = UnsentWriter(directory: directory.path(bo.name))
        let time = Date(timeIntervalSince1970: 1_795_262_400)
        let first = try writer.save("first", at: time)
        let second = try writer.save("second", at: time)
        #expect(second == first.replacing(".txt", with: "-2.txt"))
        #expect(try String(contentsOfFile: directory.path(bo.name) + "/" + first, encoding: .utf8) == "first")
        #expect(try String(contentsOfFile: directory.path(bo.name) + "/" + second, encoding: .utf8) == "second")
    }

    private func draft(_ text: String) async throws {
        let database = try ProfileDatabase(path: directory.database(bo.name))
        try await database.drafts.set(chatID: "!tea", text: text)
        database.close()
    }

    private func unsentFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path(bo.name)).filter { $0.hasPrefix("unsent") }
    }
}
