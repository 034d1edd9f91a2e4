import MatrixAPI
import MatrixCrypto
import TestSeeds
import Testing

@testable import Engine

/// Fuzzes the key requests of devices, and their answers to requests.
@Suite(.timeLimit(.minutes(5))) struct RoomKeyRequestFuzzTests {
    @Test func roomKeyRequestsAndAnswersRoundTrip() throws {
        let words = try SourceWords.of("Engine/Encryption/Keys").map { "\"\($0)\"" }
        guard var fuzzer = try Fuzzer("key-requests", words: words) else { return }
        while let input = try fuzzer.next() {
            guard let content = try? JSONValue(parsing: input, maximumDepth: 64) else { continue }
            if let request = RoomKeyRequest(content: content) {
                #expect(RoomKeyRequest(content: request.content) == request, "\(fuzzer.failure())")
            }
            if let key = RoomKeyRequest.key(inAnswer: content) {
                let again = RoomKeyRequest.key(inAnswer: RoomKeyRequest.answer(key))
                #expect(again?.json == key.json, "\(fuzzer.failure())")
            }
        }
    }
}
