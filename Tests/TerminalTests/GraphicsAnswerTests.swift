import Testing

@testable import Terminal

/// Tests a terminal's answers to the queries about its graphics.
@Suite(.timeLimit(.minutes(5))) struct GraphicsAnswerTests {
    private static let answers: [(text: String, sign: Character, input: TerminalInput)] = [
        ("\u{1B}_Gi=31;OK\u{1B}\\", "_", .graphics(.kitty)),
        ("\u{1B}[6;20;10t", "[", .graphics(.cell(Size(width: 10, height: 20)))),
        ("\u{1B}[?2;0;1000;800S", "[", .graphics(.area(Size(width: 1_000, height: 800)))),
        ("\u{1B}[?62;4;22c", "[", .graphics(.attributes([62, 4, 22]))),
    ]

    private func parser() -> InputParser {
        var parser = InputParser()
        parser.awaitsGraphics = true
        return parser
    }

    @Test(arguments: answers.indices) func graphicsReplyIsNotAKey(index: Int) {
        let answer = Self.answers[index]
        var whole = parser()
        #expect(whole.feed(answer.text.utf8) == [answer.input])
        let bytes = Array(answer.text.utf8)
        for place in 1..<bytes.count {
            var parser = parser()
            #expect(parser.feed(bytes[..<place]) + parser.feed(bytes[place...]) == [answer.input], "split at \(place)")
        }
    }

    @Test(arguments: answers.indices) func lateReplyIsNotText(index: Int) {
        let answer = Self.answers[index]
        LateAnswer.expectNoText(of: answer.text, from: parser(), sign: answer.sign, is: answer.input)
    }

    @Test func lastReplyEndsTheQuery() {
        var parser = parser()
        let all = Self.answers.map(\.text).joined()
        #expect(parser.feed(all.utf8) == Self.answers.map(\.input))
        #expect(!parser.awaitsGraphics && parser.deadline == nil)
        // Without a query, the answers are dropped.
        #expect(parser.feed(all.utf8).isEmpty)
    }

    @Test func negativeRepliesAreIgnored() {
        var parser = parser()
        for text in ["\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\", "\u{1B}[6;0;0t", "\u{1B}[4;20;10t", "\u{1B}[?2;3;0S"] {
            #expect(parser.feed(text.utf8).isEmpty)
        }
        #expect(parser.awaitsGraphics)
    }

    @Test func keysAreParsedWhileAwaitingAReply() {
        var parser = parser()
        #expect(parser.feed("\u{1B}".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(Key(.escape))])
        #expect(parser.feed("_".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(.character("_"))])
        #expect(parser.feed("G".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(.character("G"))])
        #expect(parser.feed("x".utf8) == [.key(.character("x"))])
        #expect(parser.feed("\u{1B}[6~".utf8) == [.key(Key(.pageDown))])
        #expect(parser.feed("\u{1B}[A".utf8) == [.key(Key(.up))])
        #expect(parser.feed("\u{1B}_".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(.meta("_"))])
    }
}
