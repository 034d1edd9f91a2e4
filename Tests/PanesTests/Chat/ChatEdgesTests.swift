import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests the layout of a chat that is shorter or longer than its view.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatEdgesTests {
    /// Longer lines are hard to read, however wide the screen is.
    @Test(arguments: [160, 240]) func noLineOfTextIsWiderThanAHundredColumns(width: Int) throws {
        let test = TestScreen(width: width, height: 24)
        let text = DisplayText(sanitizing: String(repeating: "abcd ", count: 80))
        test.raiseChat([Samples.message("m1", "10:00", "Bo", text)])
        let lines = test.lines.map { line in
            line.split(separator: " ").filter { $0 == "abcd" }.count * 5 - 1
        }
        #expect(lines.max() == 99)
    }

    @Test(arguments: [(80, 24), (120, 40), (60, 20)]) func shortChatIsAlignedToTheComposer(width: Int, height: Int) {
        let test = TestScreen(width: width, height: height)
        let lines = test.lines
        let last = lines.lastIndex { $0.contains("are you there?") } ?? 0
        let composer = lines.firstIndex { $0.contains("write a message") } ?? 0
        // Only the separator is between them.
        #expect(composer - last == 2)
        let day = lines.firstIndex { $0.contains("Saturday 21") } ?? 0
        #expect(day > 4)
    }

    @Test func topRowShowsSenderWhenHeadingIsScrolledOff() {
        let test = TestScreen(width: 80, height: 12)
        test.raiseChat(
            Samples.lines(0..<30).enumerated().map { place, row in
                var row = row
                row.heading = place == 0 ? .whole : .nothing
                return row
            })
        let first = test.lines[2]
        #expect(first.contains("Bo  line"))
        #expect(test.lines[3].contains("line") && !test.lines[3].contains("Bo  line"))
        test.press(.meta("<"))
        #expect(test.lines[2].contains("10:00 Bo  line 0"))
        #expect(!test.lines[3].contains("Bo  line"))
    }

    @Test func titleAndConnectionShareALineOnShortScreen() {
        let test = TestScreen(width: 40, height: 10)
        #expect(test.lines[0].contains("Guide"))
        #expect(test.lines[0].hasSuffix("online"))
        test.raiseConnection(status: "offline since 09:15", tone: .bad)
        test.raiseTyping("Bo types…")
        #expect(test.lines[0].contains("offline since"))
        test.raiseConnection()
        #expect(test.lines[0].hasSuffix("Bo types…"))
        test.raiseNotice("Kim: lunch?")
        #expect(test.lines[0].contains("Confab"))
        #expect(test.lines[1].contains("Kim: lunch?"))
        test.resize(width: 40, height: 20)
        test.raiseNotice("")
        #expect(test.lines[0].contains("Confab"))
        #expect(test.lines[1].contains("Guide"))
    }

    @Test func misleadingLinkShowsItsRealHost() {
        let link = RichLink(
            number: 1, address: "https://evil.example/", isNumbered: true, unlikeHost: "evil.example")
        let text = RichText(
            blocks: [RichText.Block(runs: [RichText.Run("https://bank.example", link: 1)])], links: [link])
        let lines = RichTextLayout(start: 0, width: 60, base: .plain).lines(of: text)
        #expect(lines.flatMap(\.pieces).map(\.text).joined() == "https://bank.example[1: evil.example]")
    }
}
