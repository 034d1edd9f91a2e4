import MatrixAPI
import Storage
import TestSeeds
import Testing

@testable import Engine

/// Fuzzes sync responses, which are either stored and shown, or refused.
@Suite(.timeLimit(.minutes(5))) struct SyncFuzzTests {
    @Test func fuzzedSyncIsIdempotentAndShownWithoutControls() async throws {
        let names = try (SourceWords.of("MatrixAPI") + SourceWords.of("Engine/Sync")).map { "\"\($0)\"" }
        guard var fuzzer = try Fuzzer("sync", words: ["$1", "@bo:x", "!tea"] + names) else { return }
        while let input = try fuzzer.next() {
            guard let response = SyncResponse(body: input) else { continue }
            let database = try ProfileDatabase.inMemory()
            let slices = Array(SyncTranslator(userID: Story.ana).slices(of: response, now: Story.noon))
            for slice in slices { _ = try await database.sync.apply(slice) }
            let once = RowWords.lines(try database.rows())
            #expect(once.allSatisfy(isShowable), "\(fuzzer.failure())")
            for slice in slices { _ = try await database.sync.apply(slice) }
            #expect(RowWords.lines(try database.rows()) == once, "\(fuzzer.failure())")
            #expect(try database.sync.token() == response.nextBatch, "\(fuzzer.failure())")
        }
    }

    private func isShowable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n"
                || scalar.properties.generalCategory != .control
                    && !(0x202A...0x202E).contains(scalar.value)
        }
    }
}
