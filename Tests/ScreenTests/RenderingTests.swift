import TestSeeds
import TestSupport
import TestTraits
import Testing

@testable import Terminal

/// Tests that a terminal shows the drawn frames. The tests run serially, because ncurses has one screen.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct RenderingTests {
    private static let pieces = [
        "a", "word", " ", "日", "本語", "é", "👍", "e\u{301}", "🇩🇪", "│", "─", "…", "❤\u{FE0F}", "👨‍👩‍👧", "한", "\u{378}", "xyz",
        "👍🏽", "☝🏽", "🏳\u{FE0F}‍🌈",
    ]

    /// - Parameter joinsEmoji: Whether the terminal draws emoji of several code points.
    @Test(arguments: [false, true]) func randomFrameSequencesRenderCorrectly(joinsEmoji: Bool) throws {
        _ = TextLocale.canMeasure
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            let renderer = try ScreenRenderer(type: "xterm-256color", depth: .palette, charset: .utf8)
            defer { renderer.close() }
            var size = Size(
                width: Int.random(in: 1...60, using: &random), height: Int.random(in: 1...20, using: &random))
            var screen = ScreenEmulator(width: size.width, height: size.height)
            screen.joinsEmoji = joinsEmoji
            if joinsEmoji { _ = renderer.drawWhole([.joined, .toned, .widened]) }
            renderer.resize(to: size)
            var frame = Frame(size: size)
            for _ in 0..<12 {
                if Int.random(in: 0..<6, using: &random) == 0 {
                    let rows = size.height
                    size = Size(
                        width: Int.random(in: 1...60, using: &random), height: Int.random(in: 1...20, using: &random))
                    screen.resize(width: size.width, height: size.height)
                    // A frame of the previous size that scrolled arrives late, and sets the margins of that size.
                    if rows > 1, rows <= size.height { screen.feed(Array("\u{1B}[1;\(rows)r".utf8)) }
                    renderer.resize(to: size)
                    frame = Frame(size: size)
                }
                frame = changed(frame, &random)
                screen.feed(renderer.render(frame))
                let shown = joinsEmoji ? frame : reduced(frame)
                #expect(screen.text == shown.text, "seed \(seed)")
                #expect(screen.unknownSequences.isEmpty, "seed \(seed)")
                expectStyles(of: shown, on: screen, seed: seed)
                if let cursor = frame.cursor { #expect(screen.cursor == (cursor.x, cursor.y), "seed \(seed)") }
            }
        }
    }

    /// A character that no terminal can show becomes a blank. If a cell has several characters, the first counts.
    /// Adjacent cells stay in place.
    @Test func invalidCellsStayWithinTheirPosition() throws {
        _ = TextLocale.canMeasure
        let renderer = try ScreenRenderer(type: "xterm-256color", depth: .palette, charset: .utf8)
        defer { renderer.close() }
        renderer.resize(to: Size(width: 6, height: 2))
        var bad = Frame(size: Size(width: 6, height: 2))
        for (x, text) in ["\u{1B}", "\u{9B}", "日", "x", "", "日"].enumerated() { bad[x, 0] = Cell(text: text) }
        bad[0, 1] = Cell(text: "end\n\u{7}")
        bad[1, 1] = Cell(text: "y")
        var screen = ScreenEmulator(width: 6, height: 2)
        screen.feed(renderer.render(bad))
        #expect(screen.rows == ["   x", "ey"])
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test(arguments: [false, true]) func cursorReportsRevealEmojiSupport(joinsEmoji: Bool) {
        var screen = ScreenEmulator(width: 20, height: 5)
        screen.joinsEmoji = joinsEmoji
        screen.feed(EmojiWidthProbe.bytes)
        var parser = InputParser()
        parser.awaitedPositions = EmojiWidthProbe.count
        let kinds = parser.feed(screen.answers).map { input -> EmojiCluster.Kinds? in
            guard case .cursor(let position) = input else { return nil }
            return EmojiWidthProbe.answer(position)
        }
        #expect(kinds == (joinsEmoji ? [.joined, .toned, .widened] : [nil, nil, nil]))
        #expect(parser.awaitedPositions == 0)
        #expect(screen.unknownSequences.isEmpty)
    }

    /// Returns the frame as shown by a terminal that can't draw emoji of several code points.
    private func reduced(_ frame: Frame) -> Frame {
        var reduced = frame
        for y in 0..<frame.size.height {
            for x in 0..<frame.size.width {
                guard let first = frame[x, y].text.first, let emoji = EmojiCluster(first) else { continue }
                reduced[x, y].text = String(emoji.first)
                if emoji.kinds.contains(.widened) { reduced[x + 1, y].text = " " }
            }
        }
        return reduced
    }

    /// Returns the frame with parts drawn over, or scrolled up as a chat is.
    private func changed(_ frame: Frame, _ random: inout SeededGenerator) -> Frame {
        let canvas = Canvas(size: frame.size)
        let shift = Bool.random(using: &random) ? 1 : 0
        for y in 0..<frame.size.height where y + shift < frame.size.height {
            for x in 0..<frame.size.width {
                let cell = frame[x, y + shift]
                canvas.draw(cell.text, at: Point(x: x, y: y), style: cell.style)
            }
        }
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                Self.pieces.randomElement(using: &random) ?? ""
            }.joined()
            let point = Point(
                x: Int.random(in: 0..<frame.size.width, using: &random),
                y: Int.random(in: 0..<frame.size.height, using: &random))
            canvas.draw(text, at: point, style: style(&random))
        }
        canvas.placeCursor(
            at: Point(
                x: Int.random(in: 0..<frame.size.width, using: &random),
                y: Int.random(in: 0..<frame.size.height, using: &random)))
        return canvas.frame
    }

    private func style(_ random: inout SeededGenerator) -> Style {
        Style(
            foreground: Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : nil,
            background: Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : nil,
            attributes: Style.Attributes(rawValue: UInt8.random(in: 0...31, using: &random)))
    }

    private func expectStyles(of frame: Frame, on screen: ScreenEmulator, seed: UInt64) {
        for y in 0..<frame.size.height {
            for x in 0..<frame.size.width {
                let drawn = frame[x, y].style
                let shown = screen.cell(x: x, y: y).style
                #expect(shown.background == drawn.background.map(Int.init), "seed \(seed)")
                #expect(shown.isReversed == drawn.attributes.contains(.reverse), "seed \(seed)")
                #expect(shown.isUnderlined == drawn.attributes.contains(.underline), "seed \(seed)")
                // On a blank neither color nor weight is visible.
                guard frame[x, y].text != " " else { continue }
                #expect(shown.foreground == drawn.foreground.map(Int.init), "seed \(seed)")
                #expect(shown.isBold == drawn.attributes.contains(.bold), "seed \(seed)")
                #expect(shown.isDim == drawn.attributes.contains(.dim), "seed \(seed)")
                #expect(shown.isItalic == drawn.attributes.contains(.italic), "seed \(seed)")
            }
        }
    }
}
