import TestSupport
import TestTraits
import Testing

/// Tests scripts whose syllables have several letters, and take more than two columns.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct SyllableTests {
    @Test func indicSyllablesAreDrawnInComposerAndChat() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        try await ana.settle()
        let words = "हिन्दी क्षि राष्ट्रीय উন্নত মন্ত্রী မြန်မာ"
        screen.send(words)
        try await screen.waitFor("▏\(words)")
        screen.send(.enter)
        try await screen.waitFor(words, endingIn: "read")
        // Backspace deletes a whole syllable, as the user sees it.
        screen.send("राष्ट्री")
        try await screen.waitFor("▏राष्ट्री")
        screen.send(.backspace)
        try await screen.waitUntil("a syllable less") { $0.text.contains("▏रा") && !$0.text.contains("▏राष") }
        screen.send("\u{8}🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}!")
        try await screen.waitFor("▏🏴gbeng!")
        #expect(screen.unknownSequences.isEmpty)
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0))
    }
}
