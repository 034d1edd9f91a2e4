import Terminal
import TestSeeds
import Testing

@Suite(.timeLimit(.minutes(5))) struct TextWrappingTests {
    @Test(
        arguments: [
            ("", 10, [""]),
            ("hello", 10, ["hello"]),
            ("hello there world", 11, ["hello there", "world"]),
            ("hello  there", 6, ["hello", "there"]),
            ("one\ntwo\n\nthree\n", 10, ["one", "two", "", "three", ""]),
            ("    indented code", 13, ["    indented", "code"]),
            ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
            ("a abcdefghij", 4, ["a", "abcd", "efgh", "ij"]),
            ("日本語です", 4, ["日本", "語で", "す"]),
            ("hi 日本語", 5, ["hi 日", "本語"]),
            ("日本。", 4, ["日", "本。"]),
            ("日", 1, ["?"]),
            ("ab", 1, ["a", "b"]),
            ("a b", 1, ["a", "b"]),
            ("a\r\nb", 10, ["a", "b"]),
            ("é日", 0, ["é", "?"]),
            ("राष्ट्रीय", 20, ["राष्ट्रीय"]),
            ("क्षि क्षि", 4, ["क्षि", "क्षि"]),
            ("aक्षिb", 2, ["a", "क्ष", "ि", "b"]),
        ] as [(String, Int, [String])])
    func textWrapsBetweenWordsWherePossible(text: String, width: Int, lines: [String]) {
        #expect(TextWrapping.lines(text, width: width) == lines)
    }

    @Test func cursorOffsetsMapToCellsAndBack() {
        let lines = TextWrapping.layout("hello there world", width: 12)
        #expect(lines.map(\.text) == ["hello there ", "world"])
        #expect(TextWrapping.position(of: 0, in: lines) == Point(x: 0, y: 0))
        #expect(TextWrapping.position(of: 11, in: lines) == Point(x: 11, y: 0))
        #expect(TextWrapping.position(of: 12, in: lines) == Point(x: 0, y: 1))
        #expect(TextWrapping.position(of: 17, in: lines) == Point(x: 5, y: 1))
        #expect(TextWrapping.offset(at: Point(x: 3, y: 1), in: lines) == 15)
        #expect(TextWrapping.offset(at: Point(x: 40, y: 0), in: lines) == 11)
        #expect(TextWrapping.offset(at: Point(x: 40, y: 1), in: lines) == 17)
        #expect(TextWrapping.offset(at: Point(x: 0, y: 9), in: lines) == 12)
    }

    @Test func endOfLineCursorStaysOnItsRow() {
        let lines = TextWrapping.layout("ab\ncd", width: 10)
        #expect(TextWrapping.position(of: 2, in: lines) == Point(x: 2, y: 0))
        #expect(TextWrapping.position(of: 3, in: lines) == Point(x: 0, y: 1))
        #expect(TextWrapping.position(of: 0, in: TextWrapping.layout("", width: 5)) == Point(x: 0, y: 0))
    }

    @Test func randomTextWrapsCompletelyAndFits() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "a", "word", " ", "  ", "\n", "日", "本語", "é", "👍", "e\u{301}", "🇩🇪", "。", "-", "longerword", "\u{200B}",
            "ष्ट्री", "क्षि",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...25, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let width = Int.random(in: 1...12, using: &random)
            let lines = TextWrapping.layout(text, width: width)
            let characters = Array(text)
            let story = Comment(rawValue: "seed \(seed), width \(width), \(text.debugDescription)")

            var next = 0
            for line in lines {
                #expect(line.range.lowerBound == next, story)
                #expect(TextWidth.columns(line.text) <= width, story)
                let hidden = characters[line.range].dropFirst(line.text.count)
                #expect(hidden.allSatisfy { $0 == " " || $0 == "\u{200B}" }, story)
                next = line.range.upperBound + (line.endsLine ? 1 : 0)
            }
            #expect(next == characters.count + 1, story)
            #expect(TextWrapping.lines(text, width: width).allSatisfy { TextWidth.columns($0) <= width }, story)

            for offset in 0...characters.count {
                let cell = TextWrapping.position(of: offset, in: lines)
                #expect(cell.x <= width && lines.indices.contains(cell.y), story)
                guard offset < characters.count,
                    lines[cell.y].text.count > offset - lines[cell.y].range.lowerBound, width > 1,
                    TextWidth.columns(characters[offset]) > 0
                else { continue }
                #expect(TextWrapping.offset(at: cell, in: lines) == offset, story)
            }
        }
    }

    @Test func asciiWrapsLikeOtherText() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let letters = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                "ab  -.)\n".randomElement(using: &random)!
            }
            let text = String(letters)
            let width = Int.random(in: 1...12, using: &random)
            // The added line makes all of the text non-ASCII.
            let mixed = text + "\né"
            #expect(
                TextWrapping.layout(text, width: width) == TextWrapping.layout(mixed, width: width).dropLast(),
                "seed \(seed), width \(width), \(text.debugDescription)")
            #expect(
                TextWrapping.aligned(text, width: width) == TextWrapping.aligned(mixed, width: width).dropLast(),
                "seed \(seed), width \(width), \(text.debugDescription)")
        }
    }
}
