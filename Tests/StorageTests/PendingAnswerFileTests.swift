import Foundation
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(5))) struct PendingAnswerFileTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    private func withSpool(_ body: (PendingSyncResponseFile, String) async throws -> Void) async throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/answer"
        try await body(PendingSyncResponseFile(path: path), path)
    }

    @Test func pendingResponseIsKeptUntilRemoved() async throws {
        try await withSpool { pendingAnswer, _ in
            try await pendingAnswer.save(Array("{}".utf8), since: nil)
            for _ in 1...3 { #expect(await pendingAnswer.load(since: nil) == Array("{}".utf8)) }
            pendingAnswer.remove()
            #expect(await pendingAnswer.load(since: nil) == nil)
        }
    }

    @Test func responseToAnotherRequestIsDiscarded() async throws {
        for (asked, now) in [(nil, "s1"), ("s1", nil), ("s1", "s12"), ("s12", "s1"), ("", nil)] as [(String?, String?)]
        {
            try await withSpool { pendingAnswer, path in
                try await pendingAnswer.save(Array("2{}".utf8), since: asked)
                #expect(await pendingAnswer.load(since: now) == nil)
                #expect(!FileManager.default.fileExists(atPath: path))
            }
        }
    }

    @Test func invalidResponseFileIsDiscarded() async throws {
        try await withSpool { pendingAnswer, path in
            for content in ["", "confab", "confab sync answer 1 fir"] {
                try Data(content.utf8).write(to: URL(fileURLWithPath: path))
                #expect(await pendingAnswer.load(since: nil) == nil)
                #expect(!FileManager.default.fileExists(atPath: path))
            }
        }
    }

    @Test func responseFileIsPrivate() async throws {
        try await withSpool { pendingAnswer, path in
            try await pendingAnswer.save([1], since: nil)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["answer"])
        }
    }

    @Test func failedStoreIsReportedAndLeavesNothing() async throws {
        let pendingAnswer = PendingSyncResponseFile(path: directory + "/answer")
        await #expect(throws: StorageError.self) { try await pendingAnswer.save([1], since: nil) }
        #expect(await pendingAnswer.load(since: nil) == nil)
    }
}
