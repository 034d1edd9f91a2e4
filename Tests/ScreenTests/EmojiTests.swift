import TestSupport
import TestTraits
import Testing

/// Tests that emoji of several code points take two columns, and are drawn whole if the terminal supports them.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct EmojiTests {
    @Test func emojiClustersAreDrawnWholeOnceTheTerminalConfirms() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        try await ana.settle()
        screen.send("a 👩‍💻 👍🏽 b")
        screen.send(.enter)
        try await screen.waitFor("a 👩 👍 b", endingIn: "read")
        func ends(_ screen: ScreenEmulator) -> [String] {
            screen.rows.filter { $0.contains(" b ") && $0.hasSuffix("read") }.map { String($0.drop { $0 != "b" }) }
        }
        let before = ends(screen.screen)
        #expect(before.count == 1)

        screen.joinEmoji()
        // The answer to the queries before the first frame. The terminal draws the third kind in one column.
        screen.send(bytes: Array("\u{1B}[2;3R\u{1B}[3;3R\u{1B}[4;2R".utf8))
        try await screen.waitFor("a 👩‍💻 👍🏽 b", endingIn: "read")
        #expect(ends(screen.screen) == before)
        screen.send("🏳\u{FE0F}‍🌈 👩‍👩‍👧‍👦 c")
        try await screen.waitFor("🏳  👩‍👩‍👧‍👦 c")
        screen.send(.enter)
        try await screen.waitFor("🏳  👩‍👩‍👧‍👦 c", endingIn: "read")
        #expect(!screen.screen.text.contains(";3R"))
        #expect(screen.screen.unknownSequences.isEmpty)
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0))
        screen.expectLeftAsFound()
    }
}
