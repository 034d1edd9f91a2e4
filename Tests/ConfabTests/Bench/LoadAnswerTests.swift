import NIOCore
import Testing

@testable import ConfabBench

@Suite(.timeLimit(.minutes(5))) struct LoadAnswerTests {
    @Test(arguments: [
        (#"{"next_batch":"s1_2","rooms":{}}"#, "s1_2"), (#"{"rooms":{},"next_batch":"s1"}"#, "s1"),
        (#"{"next_batch":""}"#, ""), (#"{"rooms":{}}"#, nil), (#"{"next_batch":"s1"#, nil), ("", nil),
    ])
    func nextBatchIsReadFromAResponse(body: String, expected: String?) {
        #expect(LoadResponse(status: 200, body: ByteBuffer(string: body)).nextBatch == expected)
    }

    @Test func receivedLineIsCountedOnceForEachListener() {
        let board = DeliveryRecorder()
        board.begin("line 7.")
        for text in ["line 6.", "a line 7. here", "line 7.", "line"] {
            Array(text.utf8).withUnsafeBytes { board.got($0, by: 3) }
        }
        #expect(board.deliveredCount == 1)
        #expect(board.times.count == 1)
        board.begin("line 8.")
        #expect(board.deliveredCount == 0)
    }
}
