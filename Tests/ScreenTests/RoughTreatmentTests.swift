import TestSeeds
import TestSupport
import TestTraits
import Testing

/// Tests input that no user types on purpose.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct RoughTreatmentTests {
    @Test func aHugeRandomPasteIsNotSentAndKeysStillWork() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        screen.send(bytes: Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8))
        screen.send(.function(1))
        try await screen.waitFor("Esc back")
        screen.send(.escape)
        try await screen.waitUntilGone("Esc back")
        #expect(!screen.screen.rows.contains { $0.hasSuffix(" sent") || $0.hasSuffix(" read") }, "seed \(seed)")
        #expect(screen.unknownSequences.isEmpty, "seed \(seed)")
        screen.send(.meta("<"))
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0), "seed \(seed)")
        screen.expectLeftAsFound()
    }

    @Test func multilinePasteBecomesOneDraft() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        screen.paste("one\ntwo\nthree")
        try await screen.waitFor("▏one")
        try await screen.waitFor("▏three")
        try await ana.settle()
        #expect(!screen.screen.rows.contains { $0.hasSuffix(" sent") || $0.hasSuffix(" read") })
    }

    /// This happens if the connection is cut, or the terminal is killed during a paste.
    @Test func unterminatedPasteReachesTheFieldAndKeysWork() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        try await ana.settle()
        screen.send(bytes: Array("\u{1B}[200~pasted, and the end is lost".utf8))
        try await screen.waitFor("▏pasted, and the end is lost")
        screen.send(" - typed")
        try await screen.waitFor("▏pasted, and the end is lost - typed")
        screen.send(.function(1))
        try await screen.waitFor("Esc back")
        screen.send(.escape)
        try await screen.waitUntilGone("Esc back")
        screen.send(.enter)
        try await screen.waitFor("pasted, and the end is lost - typed", endingIn: "read")
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0))
        screen.expectLeftAsFound()
    }

    @Test func rapidResizesKeepTheScreen() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        screen.send("half a li")
        try await screen.waitFor("▏half a li")
        try await screen.waitUntil("all read and loaded") {
            !$0.rows[0].contains("unread") && !$0.rows[1].contains("2") && !$0.text.contains("lder messages")
        }
        let before = screen.text
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let (width, height) =
                switch Int.random(in: 0..<5, using: &random) {
                case 0: (1, 1)
                case 1: (500, 500)
                default: (Int.random(in: 1...150, using: &random), Int.random(in: 1...60, using: &random))
                }
            screen.resize(width: width, height: height)
            if Bool.random(using: &random) { try await Task.sleep(for: .milliseconds(5)) }
        }
        screen.resize(width: 80, height: 24)
        try await screen.waitUntil("this, with seed \(seed):\n\(before)") { $0.text == before }
        #expect(screen.unknownSequences.isEmpty, "seed \(seed)")
    }

    @Test(arguments: [(1, 1), (2, 40), (19, 5), (20, 4), (500, 500), (20, 5)])
    func anySizeShowsTheScreenOrTheRequiredSize(width: Int, height: Int) async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try ana.open(width: width, height: height)
        if width >= 20, height >= 5 {
            try await screen.waitFor("Your name")
        } else {
            try await screen.waitUntil("what is needed") { $0.rows[0].hasPrefix(width < 3 ? "" : "Confab needs") }
        }
        screen.resize(width: 80, height: 24)
        try await screen.waitFor("Your name")
        try await screen.waitFor("Enter start")
        #expect(screen.unknownSequences.isEmpty)
    }

    /// This happens on a serial line, or in a container that got its terminal too early.
    @Test func unknownTerminalSizeDefaultsToEightyByTwentyFour() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try ana.open(width: 120, height: 40)
        try await screen.waitUntil("a footer in the last of 40 rows") { $0.rows[39].contains("Enter start") }
        screen.forgetSize()
        try await screen.waitUntil("a footer in the last of 24 rows") { $0.rows[23].contains("Enter start") }
        screen.send(.enter)
        try await screen.waitFor("press Enter")
        try await screen.waitUntil("the chat in 80 columns") { screen in
            screen.rows[23].contains("Enter send") && screen.rows.allSatisfy { $0.count <= 80 }
        }
        screen.resize(width: 60, height: 20)
        try await screen.waitUntil("a footer in the last of 20 rows") { $0.rows[19].contains("Enter send") }
        #expect(screen.unknownSequences.isEmpty)
    }
}
