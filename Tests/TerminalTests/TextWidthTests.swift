import TestSeeds
import Testing

@testable import Terminal

@Suite(.timeLimit(.minutes(5))) struct TextWidthTests {
    @Test(
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("👍", 2), ("❤\u{FE0F}", 1), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2),
            ("\u{FFFD}", 1), ("한", 2), ("\u{1100}\u{1161}", 2), ("\u{200B}", 0), ("\t", 0), ("\r\n", 0), ("\u{1B}", 0),
            ("\u{85}", 0), ("\u{202E}", 0), ("\u{AD}", 1), ("\u{378}", 1), ("\u{10FFFF}", 1), ("…", 1), ("▌", 1),
        ] as [(Character, Int)])
    func characterWidthMatchesItsDrawing(character: Character, columns: Int) {
        #expect(TextWidth.columns(character) == columns)
        #expect(TextWidth.columns(String(character)) == columns)
    }

    @Test func unsupportedClustersAreReduced() {
        #expect(TextWidth.drawable("👨‍👩‍👧") == "👨")
        #expect(TextWidth.drawable("👍🏽") == "👍")
        #expect(TextWidth.drawable("❤\u{FE0F}") == "❤")
        #expect(TextWidth.drawable("🇩🇪") == "DE")
        #expect(TextWidth.drawable("\u{378}") == "\u{FFFD}")
        #expect(TextWidth.drawable("\u{301}") == "\u{25CC}\u{301}")
        #expect(TextWidth.drawable("\u{1161}") == "\u{115F}\u{1161}")
        #expect(TextWidth.drawable("\u{11A8}") == "\u{115F}\u{1160}\u{11A8}")
        #expect(TextWidth.drawable("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}") == "🏴gbeng")
        #expect(TextWidth.drawable("\u{7}") == "")
    }

    @Test(
        arguments: [
            ("👩‍💻", "👩"), ("👍🏽", "👍"), ("👩🏽‍❤\u{FE0F}‍💋‍👨🏽", "👩"), ("☝🏽", "☝ "), ("🏳\u{FE0F}‍🌈", "🏳 "),
        ] as [(Character, String)])
    func emojiClusterTakesTwoColumnsAndCanStayWhole(character: Character, reduced: String) {
        #expect(TextWidth.columns(character) == 2)
        #expect(TextWidth.drawable(character) == reduced)
        #expect(TextWidth.whole(character) == String(character))
    }

    @Test(
        arguments: [
            "👩", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "👩\u{200D}", "👩\u{301}\u{200D}💻", "👍🏽🏽", "🇩🇪", "e\u{200D}💻",
            "👩‍👩‍👩‍👩‍👩‍👩", "🏴\u{E0067}\u{E007F}",
        ] as [Character])
    func otherClustersHaveNoWholeForm(character: Character) {
        #expect(EmojiCluster(character) == nil)
        #expect(TextWidth.whole(character) == TextWidth.drawable(character))
    }

    @Test func cellHoldsAtMostFourMarks() {
        let marks = String(repeating: "\u{301}", count: 50)
        #expect(Array(TextWidth.drawable(Character("e" + marks)).unicodeScalars).count == 5)
    }

    /// A vowel or a subjoined letter must not be dropped like an ornament.
    @Test func fifthLetterMarkContinuesInANewCell() {
        let cells = TextWidth.cells(of: "\u{F67}\u{F90}\u{FB5}\u{FA8}\u{FB3}\u{FBA}\u{FBC}\u{FBB}\u{F82}")
        #expect(cells.map(\.columns) == [1, 1])
        #expect(
            cells.map(\.text) == ["\u{F67}\u{F90}\u{FB5}\u{FA8}\u{FB3}", "\u{25CC}\u{FBA}\u{FBC}\u{FBB}\u{F82}"])
    }

    @Test func randomCharactersFitTheirWidthWithoutControls() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let limit: UInt32 = [0x100, 0x3000, 0x20000, 0x110000].randomElement(using: &random) ?? 0
                text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) ?? "x")
            }
            for character in text {
                let drawable = TextWidth.drawable(character)
                let scalars = character.unicodeScalars.map { String($0.value, radix: 16) }
                let cells = TextWidth.cells(of: character)
                #expect(cells.allSatisfy { (1...2).contains($0.columns) }, "seed \(seed), \(scalars)")
                #expect(cells.allSatisfy { $0.text.unicodeScalars.count <= 5 }, "seed \(seed), \(scalars)")
                #expect(drawable.isEmpty == (TextWidth.columns(character) == 0), "seed \(seed), \(scalars)")
                #expect(TextWidth.columns(drawable) == TextWidth.columns(character), "seed \(seed), \(scalars)")
                let isSafe = drawable.unicodeScalars.allSatisfy { scalar in
                    let category = scalar.properties.generalCategory
                    return category != .control && category != .format
                }
                #expect(isSafe, "seed \(seed), \(scalars)")
            }
        }
    }
}
