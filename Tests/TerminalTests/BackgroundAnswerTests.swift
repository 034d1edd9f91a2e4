import Testing

@testable import Terminal

@Suite(.timeLimit(.minutes(5))) struct BackgroundAnswerTests {
    private static let answers = ["\u{1B}]11;rgb:1e1e/2e2e/3e3e\u{7}", "\u{1B}]11;rgb:1e1e/2e2e/3e3e\u{1B}\\"]
    private let color = RGBColor(red: 0x1E, green: 0x2E, blue: 0x3E)

    private func parser() -> InputParser {
        var parser = InputParser()
        parser.awaitsBackground = true
        return parser
    }

    @Test(arguments: answers) func backgroundReplyYieldsOnlyItsColor(answer: String) {
        var parser = parser()
        #expect(parser.feed(answer.utf8) == [.background(color)])
        #expect(parser.deadline == nil && !parser.awaitsBackground)
    }

    @Test(arguments: answers) func splitReplyIsReassembled(answer: String) {
        let bytes = Array(answer.utf8)
        for place in 1..<bytes.count {
            var parser = parser()
            let got = parser.feed(bytes[..<place]) + parser.feed(bytes[place...])
            #expect(got == [.background(color)], "split at \(place)")
        }
        var parser = parser()
        #expect(bytes.flatMap { parser.feed([$0]) } == [.background(color)])
    }

    @Test(arguments: answers) func lateReplyIsNotText(answer: String) {
        LateAnswer.expectNoText(of: answer, from: parser(), sign: "]", is: .background(color))
    }

    @Test func keysAreParsedWhileAwaitingAReply() {
        var parser = parser()
        #expect(parser.feed("\u{1B}".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(Key(.escape))])
        #expect(parser.feed("]".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(.character("]"))])
        #expect(parser.feed("1".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(.character("1"))])
        #expect(parser.feed("x]11".utf8) == "x]11".map { .key(.character($0)) })
        #expect(parser.feed("\u{1B}".utf8) + parser.timeOut(after: .milliseconds(500)) == [.key(Key(.escape))])
        #expect(parser.feed("\u{1B}[A".utf8) == [.key(Key(.up))])
    }

    @Test func truncatedReplyLosesAtMostOneKey() {
        var parser = parser()
        #expect((parser.feed("\u{1B}]11;rgb:00".utf8) + parser.timeOut()).isEmpty)
        #expect((parser.feed("h".utf8) + parser.timeOut(after: .milliseconds(500))).isEmpty)
        #expect(parser.feed("i".utf8) == [.key(.character("i"))])
    }

    @Test(arguments: [
        "11;rgb:f/0/8", "11;rgb:ff/00/88", "11;rgb:fff/000/888", "11;rgb:ffff/0000/8888", "11;rgba:ffff/0000/8888/ffff",
    ]) func colorComponentsHaveOneToFourDigits(text: String) {
        #expect(BackgroundResponse.color(Array(text.utf8)) == RGBColor(red: 255, green: 0, blue: 0x88))
    }

    @Test(arguments: [
        "", "11;", "11;rgb:", "11;rgb:0/0", "11;rgb:0/0/0/0", "11;rgb:00000/0/0", "11;rgb:+1/0/0", "11;rgb:g/0/0",
        "10;rgb:0/0/0", "11;rgb:0/0/", "11;?",
    ]) func malformedReplyIsNoColor(text: String) {
        #expect(BackgroundResponse.color(Array(text.utf8)) == nil)
    }
}
