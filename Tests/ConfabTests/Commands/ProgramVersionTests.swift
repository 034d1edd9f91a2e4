import BuildCommit
import Foundation
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct ProgramVersionTests {
    /// HEAD may have moved since the build. The named commit must exist, though.
    @Test func versionNamesACommitOfThisRepository() throws {
        guard try Self.commitInFront() != nil else {
            #expect(SourceCommit.name.isEmpty)
            return
        }
        let version = try #require(ProgramVersion.text.wholeMatch(of: #/confab \d+\.\d+\.\d+ \(([0-9a-f]{8})\+?\)/#))
        #expect(try Self.output(of: "git", "cat-file", "-t", String(version.1)) == "commit\n")
    }

    @Test func packagingScriptPrintsTheCurrentCommit() throws {
        let said = try Self.output(of: "Resources/packaging/commit")
        guard let front = try Self.commitInFront() else {
            #expect(said == "\n")
            return
        }
        let isChanged = try !Self.output(of: "git", "status", "--porcelain").isEmpty
        #expect(said == "\(front)\(isChanged ? "+" : "")\n")
    }

    /// Otherwise each build would recompile the program.
    @Test func unchangedCommitFileIsNotRewritten() throws {
        let directory = try ScratchDirectory()
        let file = URL(filePath: directory.path).appending(path: "made/WrittenCommit.swift")
        _ = try Self.output(of: "Resources/packaging/commit", file.path)
        #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("let writtenCommit = \""))
        let longAgo = Date(timeIntervalSince1970: 1)
        try FileManager.default.setAttributes([.modificationDate: longAgo], ofItemAtPath: file.path)
        _ = try Self.output(of: "Resources/packaging/commit", file.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.modificationDate] as? Date == longAgo)
    }

    @Test func versionWithoutCommitIsOnlyANumber() {
        #expect(ProgramVersion.text(commit: "").wholeMatch(of: #/confab \d+\.\d+\.\d+/#) != nil)
    }

    /// Returns the first eight digits of HEAD's commit. Returns `nil` if the sources have no git repository, or if
    /// git refuses to read one of another user.
    private static func commitInFront() throws -> String? {
        guard FileManager.default.fileExists(atPath: Repository.root.appending(path: ".git").path) else { return nil }
        let front = try Self.output(of: "git", "rev-parse", "--quiet", "--verify", "HEAD").prefix(8)
        return front.isEmpty ? nil : String(front)
    }

    private static func output(of words: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = Repository.root
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
