import Testing

@testable import Terminal

@Suite(.timeLimit(.minutes(5))) struct CursorAnswerTests {
    private static let answers = ["\u{1B}[2;3R", "\u{1B}[4;12R"]

    private func parser() -> InputParser {
        var parser = InputParser()
        parser.awaitedPositions = 1
        return parser
    }

    private func place(in answer: String) -> TerminalInput {
        .cursor(answer.contains("12") ? Point(x: 11, y: 3) : Point(x: 2, y: 1))
    }

    @Test(arguments: answers) func cursorReplyYieldsOnlyItsPosition(answer: String) {
        var parser = parser()
        #expect(parser.feed(answer.utf8) == [place(in: answer)])
        #expect(parser.deadline == nil && parser.awaitedPositions == 0)
        // A second answer was not requested.
        #expect(parser.feed(answer.utf8).isEmpty)
    }

    @Test(arguments: answers) func lateReplyIsNotText(answer: String) {
        LateAnswer.expectNoText(of: answer, from: parser(), sign: "[", is: place(in: answer))
    }

    @Test func keysAreParsedWhileAwaitingAReply() {
        var parser = parser()
        parser.awaitsBackground = true
        #expect(parser.feed("\u{1B}".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(Key(.escape))])
        #expect(parser.feed("[".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(.character("["))])
        #expect(parser.feed("2".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(.character("2"))])
        #expect(parser.feed("x".utf8) == [.key(.character("x"))])
        #expect(parser.feed("\u{1B}".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(Key(.escape))])
        #expect(parser.feed("]1".utf8) + parser.timeOut(after: .milliseconds(500)) == "]1".map { .key(.character($0)) })
        #expect(parser.feed("\u{1B}[1;5R".utf8) == [.key(Key(.function(3), .control))])
        #expect(parser.feed("\u{1B}[A\u{1B}[3~".utf8) == [.key(Key(.up)), .key(Key(.delete))])
        #expect(parser.awaitedPositions == 1)
    }

    @Test func truncatedReplyLosesAtMostOneKey() {
        var parser = parser()
        #expect((parser.feed("\u{1B}[2;".utf8) + parser.timeOut()).isEmpty)
        #expect((parser.feed("h".utf8) + parser.timeOut()).isEmpty)
        #expect(parser.feed("i".utf8) == [.key(.character("i"))])
    }
}
