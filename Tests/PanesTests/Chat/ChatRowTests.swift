import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatRowTests {
    private func text(_ rows: [ChatRowViewModel], width: Int) -> [String] {
        let columns = ChatColumns(rows: rows, width: width, previous: nil)
        let lines = rows.flatMap { ChatRowLayout(columns: columns).lines(of: $0) }
        let canvas = Canvas(size: Size(width: width, height: lines.count))
        for (y, line) in lines.enumerated() { line.draw(on: canvas, y: y) }
        return (0..<lines.count).map { canvas.frame.text(row: $0) }
    }

    @Test func wrappedTextIsIndentedUnderItsFirstLine() {
        let row = Samples.message("a", "09:12", "Guide", "one two three four five six seven eight nine ten")
        #expect(
            text([row], width: 50) == [
                " 09:12 Guide  one two three four five six seven",
                "              eight nine ten",
            ])
    }

    @Test func wideCharactersStayInTheirColumns() {
        let row = Samples.message("a", "09:12", "日本", "日本語のメッセージは幅が二倍ですから折り返しも違います")
        for line in text([row], width: 50) { #expect(TextWidth.columns(line) <= 50) }
        #expect(text([row], width: 50)[0].hasPrefix(" 09:12 日本  日本語の"))
    }

    @Test func aWordLongerThanTheLineIsBroken() {
        let row = Samples.message("a", "09:12", "Bo", DisplayText(sanitizing: String(repeating: "x", count: 120)))
        let lines = text([row], width: 60)
        #expect(lines.count > 2)
        #expect(lines.joined().count { $0 == "x" } == 120)
    }

    @Test func repeatedSenderAndTimeAreOmitted() {
        var rows = ["a", "b", "c"].map { Samples.message($0, "09:12", "Guide", "hello") }
        rows[1].heading = .nothing
        rows[2].heading = .time
        #expect(text(rows, width: 50) == [" 09:12 Guide  hello", "              hello", " 09:12        hello"])
        #expect(text(rows, width: 40) == [" Guide 09:12", " hello", " hello", " hello"])
    }

    @Test func aLongNameIsShortened() {
        let row = Samples.message("a", "09:12", "A name as long as a sentence", "hello")
        #expect(text([row], width: 60) == [" 09:12 A name as long as a…  hello"])
    }

    @Test(arguments: [16, 24, 40, 60, 100]) func matrixIDOfASenderIsNeverCutOff(width: Int) {
        let sender: DisplayText = "bo (@bo:example.org) (@mallory:example.org)"
        let row = Samples.message("a", "09:12", sender, "hello", status: "read", mustShowWholeSender: true)
        let lines = text([row], width: width)
        let letters = lines.joined().filter { $0 != " " }
        #expect(letters.contains("(@mallory:example.org)"))
        #expect(!letters.contains("…"))
        for line in lines { #expect(TextWidth.columns(line) <= width) }
    }

    @Test func wholeSenderWrapsAboveTheText() {
        let sender: DisplayText = "bo (@bo:example.org) (@mallory:example.org)"
        let row = Samples.message("a", "09:12", sender, "hello", isMention: true, mustShowWholeSender: true)
        #expect(
            text([row], width: 34) == ["@bo (@bo:example.org)", " (@mallory:example.org) 09:12", " hello"])
        let wide = text([row], width: 60)
        #expect(wide.first == "@bo (@bo:example.org) (@mallory:example.org) 09:12")
        #expect(wide.count == 2 && wide.last?.hasSuffix(" hello") == true)
    }

    @Test func statusThatDoesNotFitGetsItsOwnLine() {
        let row = Samples.message(
            "a", "09:12", "ana", "one two three four five six seve", isOwn: true, status: "failed: too long",
            tone: .failed)
        #expect(
            text([row], width: 50) == [
                " 09:12 ana  one two three four five six seve",
                "                                  failed: too long",
            ])
    }

    @Test func aMentionHasAMarkBeforeIt() {
        let row = Samples.message("a", "09:12", "Bo", "ana: look", isMention: true)
        #expect(text([row], width: 50) == ["@09:12 Bo  ana: look"])
    }

    @Test func trustWarningMarksPrecedeTheText() {
        let rows = [
            Samples.message("a", "09:12", "Guide", "hello", mark: .doubtful),
            Samples.message("b", "09:13", "Bo", "hi", mark: .inClear), Samples.message("c", "09:14", "Bo", "you"),
        ]
        #expect(text(rows, width: 50) == [" 09:12 Guide ? hello", " 09:13 Bo    ! hi", " 09:14 Bo      you"])
        #expect(text(rows, width: 40) == [" Guide 09:12 ?", " hello", " Bo 09:13 !", " hi", " Bo 09:14", " you"])
    }

    @Test func emoteReadsAsASentence() {
        let row = Samples.message("a", "09:12", "Bo", "waves", kind: .emote)
        #expect(text([row], width: 50) == [" 09:12 *   Bo waves"])
    }

    @Test func lineBreaksInAMessageAreKept() {
        let row = Samples.message("a", "09:12", "Bo", "one\n\ntwo")
        #expect(text([row], width: 50) == [" 09:12 Bo  one", "", "           two"])
    }

    @Test func narrowScreenPutsTextOnItsOwnLine() {
        let row = Samples.message("a", "09:12", "ana", "hello", isOwn: true, status: "read")
        #expect(text([row], width: 30) == [" ana 09:12                read", " hello"])
    }

    @Test func unreadMarkerSpansTheFullWidth() {
        #expect(text([Samples.row("n", .newLine)], width: 20) == [" ──────────── new ──"])
    }

    @Test func everyRowFitsEveryWidth() {
        let rows =
            Samples.rows + [Samples.row("x", .notice("Bo joined")), Samples.row("g", .gap("Messages are missing"))]
        for width in 1...90 { for line in text(rows, width: width) { #expect(TextWidth.columns(line) <= width) } }
    }
}
