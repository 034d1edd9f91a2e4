import TestSupport
import TestTraits
import Testing

/// Counts the bytes of a frame for the terminal.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct FrameTests {
    @Test func typedLetterIsOneSmallWrite() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        try await untilNothingIsDrawn(on: screen)
        let typed = try await type("twenty letters typed", on: screen)
        #expect(typed.pieces == 20)
        // The first letter changes the footer, and the others change a cell.
        #expect(typed.bytes < 20 * 40, "\(typed.bytes) bytes")
    }

    /// Typed text is not sent, so nothing is encrypted before Enter.
    @Test func typingWritesTheSameBytesInEncryptedChats() async throws {
        let meeting = try await Meeting.beforeTheFirstChat()
        let screen = meeting.ana.screen
        var typed: [(pieces: Int, bytes: Int)] = []
        for isEncrypted in [false, true] {
            screen.send(.function(4))
            try await screen.waitFor("With whom?")
            screen.send("@bo:localhost\r")
            try await screen.waitFor("[bo]")
            screen.send(.tab)
            screen.send("Tea")
            try await screen.waitFor("Enter makes the group “Tea” with bo.")
            if isEncrypted {
                screen.send(.control("t"))
                try await screen.waitFor("Encrypted: only who is in it can read it.")
            }
            screen.send(.enter)
            try await screen.waitUntil("the group") { screen in
                screen.contains("write a message") && screen.contains("Tea · encrypted") == isEncrypted
            }
            // The first letter removes the hint.
            screen.send("F")
            try await screen.waitUntil("the first letter") { !$0.contains("write a message") }
            try await untilNothingIsDrawn(on: screen)
            typed.append(try await type("twenty letters typed", on: screen))
            screen.send(.control("u"))
        }
        #expect(typed.map(\.pieces) == [20, 20])
        #expect(typed[0].bytes == typed[1].bytes)
        #expect(meeting.ana.screen.unknownSequences.isEmpty)
    }

    private func type(_ line: String, on screen: ScreenDriver) async throws -> (pieces: Int, bytes: Int) {
        let (pieces, bytes) = (screen.piecesReceived, screen.bytesReceived)
        for letter in line {
            let start = screen.cursor.x
            screen.send(String(letter))
            try await screen.waitUntil("the letter \(letter)") { $0.cursor.x == start + 1 }
        }
        return (screen.piecesReceived - pieces, screen.bytesReceived - bytes)
    }

    /// The guide may still be typing.
    private func untilNothingIsDrawn(on screen: ScreenDriver) async throws {
        var bytes = -1
        while bytes != screen.bytesReceived {
            bytes = screen.bytesReceived
            // Only a wait can show that no output follows.
            try await Task.sleep(for: .seconds(3))
        }
    }
}
