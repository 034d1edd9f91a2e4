import Terminal
import TestSeeds
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct RichTextLayoutTests {
    private func frame(_ text: RichText, width: Int, opening: String = "") -> Frame {
        let lines = RichTextLayout(start: 0, width: width, base: .plain).lines(of: text, opening: opening)
        let canvas = Canvas(size: Size(width: width, height: lines.count))
        for (y, line) in lines.enumerated() { line.draw(on: canvas, y: y) }
        return canvas.frame
    }

    private func rows(_ text: RichText, width: Int, opening: String = "") -> [String] {
        let frame = frame(text, width: width, opening: opening)
        return (0..<frame.size.height).map { frame.text(row: $0) }
    }

    private func text(_ runs: RichText.Run..., leads: [RichText.Lead] = [], links: [RichLink] = []) -> RichText {
        RichText(blocks: [RichText.Block(leads: leads, runs: runs)], links: links)
    }

    @Test func codeAndStruckTextAreMarkedWithCharacters() {
        let text = text(
            RichText.Run("run "), RichText.Run("make", traits: .code), RichText.Run(" and "),
            RichText.Run("not ", traits: .struck), RichText.Run("that", traits: [.struck, .bold]))
        #expect(rows(text, width: 40) == ["run `make` and ~not that~"])
    }

    @Test func boldItalicAndLinksHaveTheirAttributes() {
        let link = RichLink(number: 1, address: "https://x.example", isNumbered: true)
        let text = text(
            RichText.Run("b", traits: .bold), RichText.Run("i", traits: .italic), RichText.Run("here", link: 1),
            RichText.Run("!"), links: [link])
        let frame = frame(text, width: 20)
        #expect(frame.text(row: 0) == "bihere[1]!")
        #expect(frame[0, 0].style.attributes == .bold)
        #expect(frame[1, 0].style.attributes == .italic)
        #expect(frame[2, 0].style.attributes == .underline)
        #expect(frame[9, 0].style == .plain)
    }

    @Test func stylesContinueAcrossWrappedRows() {
        let text = text(RichText.Run("one "), RichText.Run("two three", traits: .bold), RichText.Run(" four"))
        let frame = frame(text, width: 8)
        #expect(rows(text, width: 8) == ["one two", "three", "four"])
        #expect(frame[4, 0].style.attributes == .bold)
        #expect(frame[0, 1].style.attributes == .bold)
        #expect(frame[0, 2].style == .plain)
    }

    @Test func quotesAndListItemsIndentEveryRow() {
        let quote = text(RichText.Run("one two three"), leads: [.quote, .quote])
        #expect(rows(quote, width: 12) == ["│ │ one two", "│ │ three"])
        let item = text(RichText.Run("one two three"), leads: [.item("10.")])
        #expect(rows(item, width: 12) == ["10. one two", "    three"])
    }

    @Test func longCodeIsWrappedAndKeepsItsSpaces() {
        let code = RichText(
            blocks: [RichText.Block(kind: .code, runs: [RichText.Run("if a  b c d {\n\n  x")])], links: [])
        #expect(rows(code, width: 10) == ["┆ if a  b", "┆↪c d {", "┆", "┆   x"])
    }

    @Test func ruleSpansTheWidthAndParagraphsAreSeparated() {
        let text = RichText(
            blocks: [
                RichText.Block(leads: [.quote], runs: [RichText.Run("a")]),
                RichText.Block(leads: [.quote], runs: [RichText.Run("b")], isApart: true),
                RichText.Block(kind: .rule, runs: []),
            ], links: [])
        #expect(rows(text, width: 6) == ["│ a", "│", "│ b", "──────"])
    }

    @Test func emoteSenderPrecedesTheText() {
        #expect(rows(text(RichText.Run("waves")), width: 20, opening: "Bo ") == ["Bo waves"])
        let quote = text(RichText.Run("x"), leads: [.quote])
        #expect(rows(quote, width: 20, opening: "Bo ") == ["Bo", "│ x"])
    }

    @Test func anyTextFitsAnyWidthAndLosesNoWord() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1_500 {
            let text = richText(using: &random)
            let width = Int.random(in: 10...60, using: &random)
            let story = Comment(rawValue: "seed \(seed), width \(width), \(text)")
            let lines = RichTextLayout(start: 0, width: width, base: .plain).lines(of: text)
            for line in lines {
                let end = line.pieces.last.map { $0.x + TextWidth.columns($0.text) } ?? 0
                #expect(end <= width, story)
                for (left, right) in zip(line.pieces, line.pieces.dropFirst()) {
                    #expect(left.x + TextWidth.columns(left.text) == right.x, story)
                }
            }
            let shown = lines.flatMap(\.pieces).flatMap(\.text.unicodeScalars).filter { $0 == "x" || $0 == "日" }
            #expect(shown == text.string.unicodeScalars.filter { $0 == "x" || $0 == "日" }, story)
        }
    }

    private func richText(using random: inout SeededGenerator) -> RichText {
        let words: [DisplayText] = [
            "x", "xx xx", " ", "日日", "e\u{301}", "\u{301}", "👍x", "xxxxxxxxxxxxxxxxxxxxxx", "\n", "🇩🇪", "。",
        ]
        let leads: [RichText.Lead] = [.quote, .item("•"), .item("1000."), .beneath("1000.")]
        let kinds: [RichText.Kind] = [.text, .text, .text, .code, .rule]
        let links = (1...3).map {
            RichLink(number: $0, address: "https://y.example", isNumbered: $0 != 2)
        }
        let blocks = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            let kind = kinds.randomElement(using: &random) ?? .text
            let runs = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                RichText.Run(
                    words.randomElement(using: &random) ?? "",
                    traits: RichText.Traits(rawValue: UInt8.random(in: 0...63, using: &random)),
                    link: Int.random(in: 0...6, using: &random).asLink)
            }
            return RichText.Block(
                kind: kind,
                leads: (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    leads.randomElement(using: &random) ?? .quote
                },
                runs: kind == .rule ? [] : runs, isApart: Bool.random(using: &random))
        }
        return RichText(blocks: blocks, links: links)
    }
}

extension Int {
    fileprivate var asLink: Int? { (1...3).contains(self) ? self : nil }
}
