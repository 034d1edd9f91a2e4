import Testing

@testable import Terminal

/// Tests rendering with ncurses. The tests run serially, because ncurses has one screen.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5))) struct ScreenRendererTests {
    private func withRenderer(
        charset: TerminalCharset = .utf8, depth: ColorDepth = .palette, _ body: (ScreenRenderer) throws -> Void
    ) throws {
        _ = TextLocale.canMeasure
        let renderer = try ScreenRenderer(type: "xterm-256color", depth: depth, charset: charset)
        defer { renderer.close() }
        try body(renderer)
    }

    private func frame(_ rows: String..., size: Size = Size(width: 80, height: 24), style: Style = .plain) -> Frame {
        let canvas = Canvas(size: size)
        for (y, row) in rows.enumerated() { canvas.draw(row, at: Point(x: 0, y: y), style: style) }
        return canvas.frame
    }

    @Test func unchangedFrameSendsNothing() throws {
        try withRenderer { renderer in
            #expect(!renderer.render(frame("hello")).isEmpty)
            #expect(renderer.render(frame("hello")).isEmpty)
            renderer.invalidate()
            #expect(String(decoding: renderer.render(frame("hello")), as: UTF8.self).contains("hello"))
        }
    }

    @Test func completePaintingResetsTheMargins() throws {
        try withRenderer { renderer in
            renderer.resize(to: Size(width: 80, height: 40))
            let text = String(decoding: renderer.render(frame("hello", size: renderer.size)), as: UTF8.self)
            #expect(text.hasPrefix("\u{1B}[1;40r"))
            #expect(!String(decoding: renderer.render(frame("hallo")), as: UTF8.self).hasPrefix("\u{1B}[1;"))
        }
    }

    @Test func exactColorsIgnoreThePalette() throws {
        try withRenderer { renderer in
            renderer.use(Palette { $0 == 40 ? 100 : nil })
            let style = Style(foreground: 40, background: 41)
            #expect(String(decoding: renderer.render(frame("x", style: style)), as: UTF8.self).contains("38;5;100m"))
            var exact = style
            exact.attributes = .exactColors
            let text = String(decoding: renderer.render(frame("x", style: exact)), as: UTF8.self)
            #expect(text.contains("38;5;40m") && text.contains("48;5;41m"))
        }
    }

    @Test func onlyChangedCellsAreSent() throws {
        try withRenderer { renderer in
            _ = renderer.render(frame("hello there", "second row"))
            let bytes = renderer.render(frame("hello where", "second row"))
            #expect(bytes.count < 20)
            #expect(!bytes.contains(UInt8(ascii: "s")))
        }
    }

    @Test func textIsShownBeyondTheColorPairLimit() throws {
        try withRenderer(depth: .eight) { renderer in
            for foreground in UInt8.min...UInt8.max {
                let style = Style(foreground: foreground, background: UInt8.max - foreground)
                renderer.invalidate()
                let bytes = renderer.render(frame("row \(foreground)", style: style))
                #expect(String(decoding: bytes, as: UTF8.self).contains("row \(foreground)"))
            }
        }
    }

    @Test func asciiTerminalReceivesOnlyASCII() throws {
        try withRenderer(charset: .ascii) { renderer in
            let bytes = renderer.render(frame("▌│├─┤ ✉ … · ‹ é ł 日本 👍 🇩🇪 ❤ x"))
            #expect(bytes.allSatisfy { $0 < 0x80 })
            #expect(String(decoding: bytes, as: UTF8.self).contains(">|+-+ @ ~ . < e l ???? ?? DE ? x"))
        }
    }

    @Test func everyLetterOfAWordIsSent() throws {
        try expectLetters(of: DrawnLetters.words)
    }

    @Test(.enabled(if: UnicodeData.isInstalled, "the package unicode-data is not installed"))
    func everyUnicodeTestClusterIsSent() throws {
        // Adjacent Arabic letters change their forms, which `TextOrderTests` cover.
        let texts = try (UnicodeData.graphemeBreakTests() + UnicodeData.emojiTests())
            .filter { !TextOrder.isNeeded(for: $0) }
        #expect(texts.count > 4_000)
        try expectLetters(of: texts)
    }

    private func expectLetters(of texts: [String]) throws {
        try withRenderer { renderer in
            for start in stride(from: 0, to: texts.count, by: 24) {
                let canvas = Canvas(size: Size(width: 80, height: 24))
                let rows = texts[start..<min(start + 24, texts.count)]
                for (y, text) in rows.enumerated() {
                    let used = canvas.draw(text, at: Point(x: 0, y: y))
                    #expect(used == TextWidth.columns(text), "\(DrawnLetters.named(text))")
                }
                renderer.invalidate()
                var sent = String(decoding: renderer.render(canvas.frame), as: UTF8.self).unicodeScalars[...]
                for text in rows {
                    for letter in DrawnLetters.letters(of: text) {
                        let place = sent.firstIndex(of: letter)
                        #expect(place != nil, "\(DrawnLetters.named(text))")
                        if let place { sent = sent[sent.index(after: place)...] }
                    }
                }
            }
        }
    }

    @Test func unsafeCellsAreNotSentToTheTerminal() throws {
        try withRenderer { renderer in
            var bad = Frame(size: Size(width: 6, height: 2))
            bad[0, 0] = Cell(text: "\u{1B}")
            bad[1, 0] = Cell(text: "\u{9B}")
            bad[2, 0] = Cell(text: "日")
            bad[3, 0] = Cell(text: "x")
            bad[4, 0] = Cell(text: "")
            bad[5, 0] = Cell(text: "日")
            bad[0, 1] = Cell(text: "end\n\u{7}")
            let bytes = String(decoding: renderer.render(bad), as: UTF8.self)
            #expect(!bytes.contains("日") && !bytes.contains("\u{9B}") && !bytes.contains("\u{7}"))
        }
    }

    @Test(arguments: [Size(width: 1, height: 1), Size(width: 500, height: 500), Size(width: 3, height: 2)])
    func frameOfDifferentSizeIsClippedOrPadded(size: Size) throws {
        try withRenderer { renderer in
            @MainActor func sent(_ frame: Frame) -> String { String(decoding: renderer.render(frame), as: UTF8.self) }
            _ = sent(frame("hello"))
            renderer.resize(to: size)
            let first = sent(frame("日本", "ro"))
            #expect(first.contains("日") == (size.width >= 2))
            #expect(first.contains("本") == (size.width >= 4))
            #expect(first.contains("ro") == (size.width >= 2 && size.height >= 2))
            #expect(sent(frame("x", size: Size(width: 1, height: 1))).contains("x"))
            _ = sent(Frame(size: Size(width: 0, height: 0)))
            let last = sent(frame("whole", size: size))
            #expect(last.contains("whole".prefix(size.width)))
            #expect(!last.contains("whole".prefix(size.width + 1)) || size.width >= 5)
        }
    }
}
