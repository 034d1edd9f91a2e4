import Checkpoints
import Conversations
import Foundation
import GRDB
import Testing

@testable import Storage

/// Tests that the write-ahead log is copied into the database file concurrently with the writer, and that nothing in
/// either is lost.
@Suite(.timeLimit(.minutes(5))) struct CheckpointTests {
    private let scratch: ScratchDirectory
    private let path: String

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.file("profile/confab.db")
    }

    /// Writes until the log has been copied `copies` times. Each time the log grows beyond the threshold for a copy.
    private func fill(_ database: ProfileDatabase, copies: Int) async throws -> Int {
        let checkpointer = try #require(database.access.checkpointer)
        let text = String(repeating: "x", count: 100_000)
        var lines = 0
        while checkpointer.completed < copies {
            lines += 1
            try await database.sync.setValue(text, forKey: "line.\(lines)")
            // This many lines fill several logs, so a copy has been requested by now and is under way.
            if lines > 100 { try await Task.sleep(for: .milliseconds(10)) }
        }
        return lines
    }

    @Test func logIsCheckpointedWhileTheDatabaseIsInUse() async throws {
        let database = try ProfileDatabase(path: path)
        let before = try size(of: path)
        _ = try await fill(database, copies: 2)
        #expect(try size(of: path) > before + 2_000_000)

        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        database.close()
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }

    @Test func fileAndLogOfACrashHoldAllWrites() async throws {
        let database = try ProfileDatabase(path: path)
        let lines = try await fill(database, copies: 1)
        let crashed = scratch.file("crashed.db")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: crashed + suffix)
        }
        let second = try ProfileDatabase(path: crashed)
        for line in 1...lines { #expect(try second.sync.value(forKey: "line.\(line)")?.count == 100_000) }
        second.close()
        database.close()
    }

    @Test func closingWaitsForARunningCheckpoint() async throws {
        for _ in 0..<5 {
            let database = try ProfileDatabase(path: path)
            try await database.sync.setValue(String(repeating: "x", count: 5_000_000), forKey: "long")
            database.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            try FileManager.default.removeItem(atPath: path)
        }
    }

    private func size(of path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
}
