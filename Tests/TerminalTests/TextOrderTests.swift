import TestSeeds
import Testing

@testable import Terminal

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TextOrderTests {
    private static let letters = [
        "a", "B", "é", "日", "א", "ב", "שׁ", "ע\u{5B8}\u{5C1}", "س", "ل", "ا", "م", "ي\u{64E}", "ܐ",
    ]
    private static let others = [
        "1", "23", "٤", "۵", " ", "  ", ".", ",", "-", "+", "(", ")", "[", "]", "«", "»", "/", ":", "\u{200D}", "👍",
        "👩‍👧",
        "\u{2068}", "\u{2069}", "\u{301}", "🇩🇪",
    ]

    private func text(_ count: Int, using random: inout SeededGenerator) -> String {
        (0..<count).map { _ in
            (random.chance(in: 2) ? Self.letters : Self.others).randomElement(using: &random) ?? ""
        }.joined()
    }

    private func drawn(_ text: String, width: Int = 40) -> String {
        let canvas = Canvas(size: Size(width: width, height: 1))
        canvas.draw(text, at: Point(x: 0, y: 0))
        return canvas.frame.text(row: 0)
    }

    @Test(arguments: [
        ("שלום", "םולש"),
        ("abc שלום def", "abc םולש def"),
        ("abc שלום 12 def", "abc 12 םולש def"),
        ("שלום abc", "abc םולש"),
        ("שלום (abc)!", "!(abc) םולש"),
        ("מחיר: 12.50", "12.50 :ריחמ"),
        ("יותר > פחות [א]", "[א] תוחפ < רתוי"),
        ("123", "123"),
        ("שלום \u{2068}abc\u{2069}, דנה", "הנד ,abc םולש"),
        ("\u{2068}דנה\u{2069}: 12", "הנד: 12"),
        ("ܐܒܓ", "ܓܒܐ"),
    ])
    func textIsReorderedForDisplay(text: String, expected: String) {
        #expect(drawn(text) == expected)
    }

    @Test func arabicLettersAreShapedOnePerCell() {
        // Seen, lam, alef and meem: the first two join the next letter.
        #expect(drawn("سلام") == "\u{FEE1}\u{FE8E}\u{FEE0}\u{FEB3}")
        #expect(TextWidth.columns("سلام") == 4)
    }

    @Test func combiningMarksStayOnTheirLetters() {
        let canvas = Canvas(size: Size(width: 4, height: 1))
        canvas.draw("ש\u{5B8}לו\u{5B9}ם", at: Point(x: 0, y: 0))
        #expect(canvas.frame.cells.map(\.text) == ["ם", "ו\u{5B9}", "ל", "ש\u{5B8}"])
    }

    @Test func clippingCutsTheLogicalEnd() {
        #expect(drawn("שלום", width: 3) == "ולש")
        #expect(drawn("ab שלום", width: 5) == "ab לש")
    }

    @Test func reorderedTextIsNotReorderedAgain() {
        let once = TextWrapping.lines("שלום (abc)!", width: 40)
        #expect(once.count == 1)
        #expect(once.map { drawn($0) } == ["!(abc) םולש"])
    }

    @Test func onlyRightToLeftLettersNeedReordering() {
        let ranges: [ClosedRange<UInt32>] = [
            0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
        ]
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if TextOrder.isNeeded(for: "a\(scalar)") != ranges.contains(where: { $0.contains(value) }) {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
        #expect(RowOrder(line: "Ana Ляпунов 日本 👍🏽 “quoted” – ½") == nil)
        #expect(TextWrapping.layout("Ляпунов 日本", width: 4).allSatisfy { $0.order == nil })
    }

    /// Rule L2 of UAX #9: from the highest level to the lowest odd one, runs of at least that level are reversed.
    private func turned(_ levels: [Int8]) -> [Int] {
        var places = Array(levels.indices)
        let highest = levels.max() ?? 0
        guard highest > 0 else { return places }
        for level in (1...highest).reversed() {
            var start = 0
            while start < places.count {
                guard levels[places[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < places.count, levels[places[end]] >= level { end += 1 }
                places[start..<end].reverse()
                start = end
            }
        }
        return places
    }

    @Test func randomRowsPlaceEachCharacterByItsBidiLevel() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            // The text has no trailing blanks, which would have the level of the paragraph.
            let text = text(Int.random(in: 1...20, using: &random), using: &random) + "."
            let story = Comment(rawValue: "seed \(seed), \(text.debugDescription)")
            let characters = Array(text)
            guard let paragraph = OrderedParagraph(characters[...]) else { continue }
            let row = paragraph.row(characters.indices.first.map { $0..<characters.count } ?? 0..<0)
            let shown = characters.indices.filter { TextWidth.columns(characters[$0]) > 0 }
            #expect(row.cells.map(\.place).sorted() == shown, story)
            #expect(row.columns == TextWidth.columns(text), story)
            #expect(TextWidth.columns(row.text()) == row.columns, story)
            var levels = paragraph.levels
            levels[levels.count - 1] = levels[levels.count - 1]
            let isEndBlank = TextWidth.columns(characters[characters.count - 1]) == 0
            if !isEndBlank {
                #expect(row.cells.map(\.place) == turned(levels).filter(shown.contains), story)
            }
            for place in shown { #expect(row.place(at: row.column(of: place)) == place, story) }
        }
    }

    @Test func wrappedMixedTextMapsCellsBackToCharacters() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let text = text(Int.random(in: 0...30, using: &random), using: &random)
            let width = Int.random(in: 2...14, using: &random)
            let story = Comment(rawValue: "seed \(seed), width \(width), \(text.debugDescription)")
            let lines = TextWrapping.layout(text, width: width)
            let characters = Array(text)
            #expect(TextWrapping.lines(text, width: width).allSatisfy { TextWidth.columns($0) <= width }, story)
            for offset in characters.indices where TextWidth.columns(characters[offset]) > 0 {
                let cell = TextWrapping.position(of: offset, in: lines)
                let line = lines[cell.y]
                guard offset - line.range.lowerBound < line.order?.count ?? line.text.count else { continue }
                #expect(cell.x >= 0 && cell.x < width, story)
                #expect(TextWrapping.offset(at: cell, in: lines) == offset, story)
            }
        }
    }

    @Test func rightToLeftRowsAlignToTheLongestRow() {
        #expect(
            TextWrapping.lines("שלום לכולם כאן", width: 10).map { drawn($0) } == ["םלוכל םולש", "       ןאכ"])
        #expect(TextWrapping.lines("abc\nשלום", width: 10).map { drawn($0) } == ["abc", "םולש"])
        #expect(TextWrapping.lines("abcdef\nשלום", width: 10).map { drawn($0) } == ["abcdef", "  םולש"])
    }

    @Test(arguments: [
        String(repeating: "א(", count: 5_000), String(repeating: "\u{2068}א", count: 5_000),
        String(repeating: "אa1 ", count: 2_500),
        String(repeating: "[א", count: 5_000) + String(repeating: "]", count: 5_000),
        "א" + String(repeating: "\u{5B8}", count: 10_000), String(repeating: "س", count: 10_000),
    ])
    func hostileTextIsReorderedLikeAnyOther(text: String) {
        let lines = TextWrapping.layout(text, width: 80)
        let characters = Array(text)
        #expect(lines.last?.range.upperBound == characters.count)
        for line in lines {
            let shown = line.range.filter { TextWidth.columns(characters[$0]) > 0 }.count
            if let order = line.order { #expect(order.cells.count == shown) }
        }
    }
}
