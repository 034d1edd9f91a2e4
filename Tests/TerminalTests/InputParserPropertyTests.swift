import Terminal
import TestSeeds
import Testing

@Suite(.timeLimit(.minutes(5))) struct InputParserPropertyTests {
    /// Pieces that mean the same wherever a read ends: without combining marks and without a lone ESC.
    private static let pieces: [[UInt8]] =
        [
            "a", "Z", "~", "é", "日", "👍", "\r", "\t", "\n", "\u{7F}", "\u{0}", "\u{1F}", "\u{1B}[A", "\u{1B}OP",
            "\u{1B}[1;5A", "\u{1B}[3;3~", "\u{1B}[[C", "\u{1B}[Z", "\u{1B}[I", "\u{1B}[<0;10;5M", "\u{1B}[97;5u",
            "\u{1B}[?1;2c", "\u{1B}]11;rgb:00/ff/00\u{7}", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[27;2;13~",
            "\u{1B}[200~a\r\nb\u{1B}[x\u{1B}[201~",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3, 0x28], [0xF0, 0x9F, 0x41]]

    @Test func anySplitOfTheBytesYieldsTheSameInputs() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let bytes = (0..<Int.random(in: 1...20, using: &random)).flatMap { _ in
                Self.pieces.randomElement(using: &random) ?? []
            }
            var whole = InputParser()
            let expected = whole.feed(bytes)
            var split = InputParser()
            var inputs: [TerminalInput] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &random)
                inputs += split.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(inputs == expected, "seed \(seed), bytes \(bytes)")
            #expect(split.deadline == nil, "seed \(seed), bytes \(bytes)")
        }
    }

    @Test func randomBytesNeverYieldControlCharacterKeys() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let likely: [UInt8] = [
            0x1B, 0x5B, 0x4F, 0x5D, 0x50, 0x3B, 0x31, 0x32, 0x30, 0x7E, 0x75, 0x3C, 0x4D, 0x24, 0x3A,
        ]
        for _ in 0..<2_000 {
            var parser = InputParser(terminalHasBracketedPaste: Bool.random(using: &random))
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                    Bool.random(using: &random)
                        ? UInt8.random(in: 0...255, using: &random) : likely.randomElement(using: &random) ?? 0
                }
                var inputs = parser.feed(bytes)
                if Bool.random(using: &random) { inputs += parser.timeOut() }
                for case .key(let key) in inputs {
                    guard case .character(let character) = key.code else { continue }
                    #expect(
                        character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
                        "seed \(seed), bytes \(bytes)")
                }
            }
        }
    }

    /// A silence ends any partial sequence, and the next key is parsed normally.
    @Test func parserReturnsToGroundStateAfterSilence() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            var parser = InputParser(terminalHasBracketedPaste: Bool.random(using: &random))
            if Bool.random(using: &random) {
                (parser.awaitsBackground, parser.awaitsGraphics, parser.awaitedPositions) = (true, true, 3)
            }
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let piece = Self.pieces.randomElement(using: &random) ?? []
                bytes += piece.prefix(Int.random(in: 0...piece.count, using: &random))
                let noise = Int.random(in: 0...8, using: &random)
                for _ in 0..<noise { bytes.append(.random(in: 0...255, using: &random)) }
            }
            _ = parser.feed(bytes)
            _ = parser.timeOut(after: .seconds(2))
            #expect(parser.deadline == nil, "seed \(seed), bytes \(bytes)")
            #expect(parser.feed([0x78]) == [.key(.character("x"))], "seed \(seed), bytes \(bytes)")
        }
    }

    /// Text between sequences, split anywhere, with silences of any length in between.
    @Test func textBetweenSequencesSurvivesSplitsAndSilences() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let silences: [Duration] = [.zero, .milliseconds(25), .milliseconds(100), .milliseconds(500), .seconds(2)]
        for _ in 0..<2_000 {
            let words = (0..<3).map { _ in ["one", "日本", "é", "x"].randomElement(using: &random) ?? "" }
            var bytes: [UInt8] = []
            for word in words {
                bytes += word.utf8
                let sequence = ["\u{1B}[1;5A", "\u{1B}OP", "\u{1B}[<0;10;5M", "\u{1B}[200~p\r\n\u{1B}[201~"]
                bytes += (sequence.randomElement(using: &random) ?? "").utf8
            }
            var parser = InputParser()
            var text = ""
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = rest.prefix(Int.random(in: 1...rest.count, using: &random))
                rest = rest.dropFirst(part.count)
                let inputs = parser.feed(part) + parser.timeOut(after: silences.randomElement(using: &random) ?? .zero)
                text += inputs.map(Self.text).joined()
            }
            text += parser.timeOut(after: .seconds(2)).map(Self.text).joined()
            // A character that a silence split is U+FFFD, and the rest of a sequence may be text.
            var place = text.startIndex
            for scalar in words.joined().unicodeScalars where scalar.isASCII {
                let found = text[place...].firstIndex(of: Character(scalar))
                #expect(found != nil, "seed \(seed), bytes \(bytes), text \(text)")
                if let found { place = text.index(after: found) }
            }
        }
    }

    private static func text(of input: TerminalInput) -> String {
        switch input {
        case .key(let key):
            if case .character(let character) = key.code, key.modifiers.isEmpty { String(character) } else { "" }
        case .paste(let text): text
        default: ""
        }
    }
}
