import Testing

@testable import Terminal

/// Tests bytes whose rest arrives late or never. The tests pass the duration of silence, and no clock runs.
@Suite(.timeLimit(.minutes(5))) struct InputDeadlineTests {
    /// Returns the inputs of several reads, each followed by a silence.
    private func inputs(_ reads: (text: String, silence: Duration)...) -> [TerminalInput] {
        var parser = InputParser()
        return reads.flatMap { parser.feed($0.text.utf8) + parser.timeOut(after: $0.silence) }
    }

    private func typed(_ text: String) -> [TerminalInput] { text.map { .key(.character($0)) } }

    @Test func unterminatedPasteIsDeliveredAndKeysWorkAgain() {
        let inputs = inputs(
            ("\u{1B}[200~pasted, no end", .milliseconds(500)), ("typed", .seconds(1)), ("\r", .seconds(1)),
            ("\u{1B}", .seconds(1)), ("\u{3}", .seconds(1)), ("\u{3}\u{3}", .seconds(1)))
        #expect(
            inputs == [.paste("pasted, no end")] + typed("typed") + [.key(Key(.enter)), .key(Key(.escape))]
                + Array(repeating: .key(.control("c")), count: 3))
    }

    @Test func pasteTimesOutAfterHalfASecond() {
        var parser = InputParser()
        #expect(parser.feed("\u{1B}[200~on".utf8).isEmpty)
        #expect(parser.deadline == .milliseconds(500))
        #expect(parser.timeOut(after: .milliseconds(499)).isEmpty)
        #expect(parser.feed("e\u{1B}[201~".utf8) == [.paste("one")])
        #expect(parser.deadline == nil)
    }

    @Test(arguments: ["\u{1B}", "\u{3}"]) func loneEscapeOrControlCEndsAPaste(key: String) {
        let inputs = inputs(("\u{1B}[200~one", .milliseconds(25)), (key, .milliseconds(100)), ("x", .zero))
        #expect(inputs == [.paste("one")] + typed("x"))
    }

    @Test func keyRepeatedAfterEndingAPasteIsAKey() {
        let inputs = inputs(("\u{1B}[200~one", .zero), ("\u{3}\u{3}\u{3}", .milliseconds(100)))
        #expect(inputs == [.paste("one"), .key(.control("c")), .key(.control("c"))])
    }

    @Test func escapeAndControlCBytesInsideAPasteAreText() {
        let inputs = inputs(
            ("\u{1B}[200~one", .zero), ("\u{1B}", .milliseconds(25)), ("[31mtwo\u{3}", .zero), ("\u{3}", .zero),
            ("three", .zero), ("\u{1B}", .milliseconds(25)), ("[201~", .zero))
        #expect(inputs == [.paste("one\u{1B}[31mtwo\u{3}\u{3}three")])
    }

    @Test func splitLatePasteEndIsNotText() {
        let marker = Array("\u{1B}[201~".utf8)
        for place in 1..<marker.count {
            for silence in [Duration.milliseconds(100), .milliseconds(500), .seconds(2)] {
                var parser = InputParser()
                var got = parser.feed(Array("\u{1B}[200~one".utf8))
                // The marker begins in a separate read, or after the text.
                got += parser.feed(marker[..<place]) + parser.timeOut(after: silence)
                got += parser.feed(marker[place...] + "x".utf8) + parser.timeOut(after: silence)
                #expect(got == [.paste("one")] + typed("x"), "split at \(place), \(silence)")
            }
        }
    }

    @Test func stalledPasteContinuesWithoutPressingEnter() {
        let inputs = inputs(
            ("\u{1B}[200~one", .seconds(3)), ("two\rthree", .seconds(3)), ("four", .zero), ("\r", .milliseconds(25)),
            ("five\u{1B}[201~", .seconds(3)), ("\r", .zero))
        #expect(
            inputs == [.paste("one"), .paste("two\nthree")] + typed("four") + [.paste("\nfive"), .key(Key(.enter))])
    }

    @Test func characterSplitByAStallIsReassembled() {
        let bytes = Array("\u{1B}[200~日\r\n本\u{1B}[201~".utf8)
        for place in 7..<bytes.count - 6 {
            var parser = InputParser()
            var got = parser.feed(bytes[..<place]) + parser.timeOut(after: .seconds(1))
            got += parser.feed(bytes[place...]) + parser.timeOut(after: .seconds(1))
            let text = got.map { input in
                switch input {
                case .paste(let text): text
                case .key(let key): if case .character(let character) = key.code { String(character) } else { "" }
                default: ""
                }
            }
            #expect(text.joined() == "日\n本", "split at \(place)")
            #expect(!got.contains(.key(Key(.enter))))
        }
    }

    @Test func splitPasteStartIsRecognized() {
        let bytes = Array("\u{1B}[200~one\rtwo\u{1B}[201~".utf8)
        for place in 1..<8 {
            for silence in [25, 300, 499, 500, 1_999, 2_000, 60_000].map(Duration.milliseconds) {
                var parser = InputParser()
                var got = parser.feed(bytes[..<place]) + parser.timeOut(after: silence)
                got += parser.feed(bytes[place...]) + parser.timeOut(after: silence)
                let before: [TerminalInput] =
                    switch place {
                    case 1: [.key(Key(.escape))]
                    case 2 where silence >= .milliseconds(500): [.key(.meta("["))]
                    default: []
                    }
                let text = got.dropFirst(before.count).compactMap { input -> String? in
                    if case .paste(let text) = input { text } else { nil }
                }
                #expect(got.starts(with: before) && got.count == before.count + text.count, "split at \(place)")
                #expect(text.joined() == "one\ntwo", "split at \(place)")
            }
        }
    }

    @Test(arguments: ["[A", "[1;5A", "[3~", "[<0;10;5M", "[I", "OP", "[97;5u", "[201~", "[15~"])
    func restOfASplitSequenceIsNotText(tail: String) {
        let whole = inputs(("\u{1B}" + tail, .zero))
        let split = inputs(("\u{1B}", .milliseconds(300)), (tail, .seconds(2)))
        #expect(split == [.key(Key(.escape))] + whole)
    }

    @Test func splitSequenceIsReassembled() {
        let bytes = Array("\u{1B}[1;5A".utf8)
        for place in 2..<bytes.count {
            var parser = InputParser()
            #expect((parser.feed(bytes[..<place]) + parser.timeOut(after: .milliseconds(300))).isEmpty)
            #expect(parser.feed(bytes[place...]) == [.key(Key(.up, .control))], "split at \(place)")
        }
    }

    @Test func textTypedAfterEscapeIsText() {
        let reads: [(String, Duration)] = "[200 euro] [A ok".map { (String($0), .milliseconds(150)) }
        var parser = InputParser()
        var got = parser.feed([0x1B]) + parser.timeOut(after: .milliseconds(300))
        for read in reads { got += parser.feed(read.0.utf8) + parser.timeOut(after: read.1) }
        got += parser.timeOut(after: .seconds(2))
        #expect(got == [.key(Key(.escape))] + typed("[200 euro] [A ok"))
        let slow = inputs(("\u{1B}", .seconds(2)), ("[", .zero), ("200~", .seconds(2)))
        #expect(slow == [.key(Key(.escape))] + typed("[200~"))
    }

    @Test(arguments: [
        "\u{1B}[", "\u{1B}O", "\u{1B}[1;", "\u{1B}]11;rgb", "\u{1B}P1$r", "\u{1B}_Gi=31", "\u{1B}^x", "\u{1B}Xx",
        "\u{1B}[M!", "\u{1B}[[", "\u{1B}[200~", "\u{1B}[1;1;1;1;" + String(repeating: "1;", count: 200),
    ]) func everyParserStateEndsOnTimeoutOrKey(beginning: String) {
        var silent = InputParser()
        _ = silent.feed(beginning.utf8)
        #expect(silent.deadline != nil)
        _ = silent.timeOut(after: .seconds(2))
        #expect(silent.deadline == nil && silent.feed([0x78]) == typed("x"))

        for key in [UInt8(0x1B), 0x03] {
            var parser = InputParser()
            _ = parser.feed(beginning.utf8)
            _ = parser.feed([key]) + parser.timeOut(after: .milliseconds(100))
            #expect(parser.feed([0x78]).last == typed("x").last, "key \(key)")
        }
    }

    @Test func metaStringIntroducerKeepsFollowingText() {
        let inputs = inputs(("\u{1B}Password", .milliseconds(500)))
        #expect(inputs == [.key(.meta("P"))] + typed("assword"))
        #expect(self.inputs(("\u{1B}]hm\r", .zero)) == [.key(.meta("]"))] + typed("hm") + [.key(Key(.enter))])
        // The answer of a terminal is not part of the input.
        #expect(self.inputs(("\u{1B}P1$r0m", .milliseconds(500))).isEmpty)
    }

    /// The parser keeps only the start of a string that a terminal sends, but all of a text that was typed.
    @Test(arguments: [127, 128, 129, 300, 4_095, 4_096, 4_097, 10_000])
    func longTextAfterMetaStringIntroducerLosesNothing(count: Int) {
        let text = String(String(repeating: "für alle Gäste ", count: count).prefix(count))
        for introducer: Character in ["]", "P", "_", "^", "X"] {
            let expected: [TerminalInput] = [.key(.meta(introducer))] + typed(text)
            #expect(inputs(("\u{1B}\(introducer)" + text, .milliseconds(500))) == expected)
            // A key ends the string.
            #expect(inputs(("\u{1B}\(introducer)" + text + "\r", .zero)) == expected + [.key(Key(.enter))])
            #expect(
                inputs(("\u{1B}\(introducer)" + text, .zero), ("\u{1B}", .milliseconds(500)))
                    == expected + [.key(Key(.escape))])
        }
    }

    @Test func longStringOfATerminalIsNotText() {
        let rest = String(repeating: "x", count: 10_000)
        for string in ["]52;c;" + rest, "P1$r" + rest, "_G" + rest] {
            #expect(inputs(("\u{1B}" + string + "\u{1B}\\y", .milliseconds(500))) == typed("y"))
            #expect(inputs(("\u{1B}" + string, .milliseconds(500))).isEmpty)
        }
    }

    @Test func incompleteCharacterTimesOutAsReplacement() {
        var parser = InputParser()
        #expect(parser.feed([0xE6, 0x97]).isEmpty)
        #expect(parser.deadline == .seconds(2))
        #expect(parser.timeOut(after: .seconds(2)) == typed("\u{FFFD}"))
    }

    @Test func unfinishedPasteIsDeliveredAtEndOfInput() {
        var parser = InputParser()
        #expect(parser.feed("\u{1B}[200~one\rtwo".utf8).isEmpty)
        #expect(parser.finish() == [.paste("one\ntwo")])
    }
}
