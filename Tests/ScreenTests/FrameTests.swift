import TestSupport
import TestTraits
import Testing

/// What a frame costs the terminal, counted.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct FrameTests {
    @Test func aLetterIsOneWriteOfAFewBytes() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        try await untilNothingIsDrawn(on: screen)
        let (pieces, bytes) = (screen.piecesReceived, screen.bytesReceived)
        for letter in "twenty letters typed" {
            let start = screen.cursor.x
            screen.send(String(letter))
            try await screen.waitUntil("the letter \(letter)") { $0.cursor.x == start + 1 }
        }
        #expect(screen.piecesReceived - pieces == 20)
        // The first one changes the footer, the others a cell.
        #expect(screen.bytesReceived - bytes < 20 * 40, "\(screen.bytesReceived - bytes) bytes")
    }

    /// The guide may still be saying something.
    private func untilNothingIsDrawn(on screen: ScreenDriver) async throws {
        var bytes = -1
        while bytes != screen.bytesReceived {
            bytes = screen.bytesReceived
            // That nothing comes is seen in no other way than by waiting for it.
            try await Task.sleep(for: .seconds(3))
        }
    }
}
