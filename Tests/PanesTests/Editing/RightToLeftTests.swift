import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests text in right-to-left scripts as it appears on the screen.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct RightToLeftTests {
    private let test = TestScreen(width: 80, height: 24)

    private var cursor: Point? {
        _ = test.text
        return test.screen.draw().cursor
    }

    private func row(with text: String) -> String { test.lines.first { $0.contains(text) } ?? "" }

    /// The row of the composer, counted from the top.
    private var composerRow: Int { test.lines.lastIndex { $0.contains("▏") } ?? 0 }

    @Test func rightToLeftTextAlignsRightWithCursorAtItsLeft() {
        test.type("שלום")
        #expect(row(with: "▏").hasSuffix("םולש"))
        #expect(TextWidth.columns(row(with: "▏")) == 80)
        #expect(cursor == Point(x: 75, y: composerRow))
        test.type("!")
        #expect(row(with: "▏").hasSuffix("!םולש"))
        #expect(cursor == Point(x: 74, y: composerRow))
    }

    @Test func arrowsMoveVisuallyInRightToLeftText() {
        test.type("שלום")
        test.press(Key(.right))
        #expect(cursor?.x == 76)
        #expect(test.screen.chats.composer.editor.cursor == 3)
        test.press(Key(.right), Key(.left))
        #expect(test.screen.chats.composer.editor.cursor == 3)
        test.press(Key(.home))
        #expect(cursor?.x == 79)
        test.press(Key(.left))
        test.type("X")
        #expect(test.screen.chats.composer.editor.text == "שXלום")
        #expect(row(with: "▏").hasSuffix("םולXש"))
        test.press(Key(.end))
        #expect(cursor?.x == 74)
    }

    @Test func cursorMovesLogicallyThroughMixedDirectionLine() {
        test.type("ab שלום cd")
        test.press(Key(.home))
        let start = cursor?.x ?? 0
        var columns: [Int] = []
        for _ in 0..<11 {
            columns.append((cursor?.x ?? 0) - start)
            test.press(Key(.right))
        }
        #expect(columns == [0, 1, 2, 6, 5, 4, 3, 7, 8, 9, 10])
    }

    @Test func clickPlacesCursorOnTheVisibleLetter() {
        test.type("ab שלום cd")
        let row = composerRow
        let bar = test.lines[row].prefix { $0 != "▏" }.count
        let click = MouseReport(button: .left, isPress: true, position: Point(x: bar + 1 + 5, y: row))
        test.screen.handle(.mouse(click))
        test.type("X")
        #expect(test.screen.chats.composer.editor.text == "ab שXלום cd")
    }

    @Test func wrappedRightToLeftLineIsReorderedByRow() {
        test.resize(width: 40, height: 12)
        let words = ["אחת", "שתיים", "שלוש", "ארבע", "חמש", "שש", "שבע", "שמונה", "תשע", "עשר"]
        test.type(words.joined(separator: " "))
        let rows = test.lines.filter { $0.contains("▏") }
        #expect(rows.count == 2)
        #expect(rows.first?.hasSuffix("תחא") == true)
        #expect(rows.last?.hasSuffix(String(words.last?.reversed() ?? [])) == false)
        #expect(rows.last?.contains(String("עשר".reversed())) == true)
    }

    @Test func rightToLeftNameKeepsTimeAndTextColumns() {
        test.raiseChat(
            [Samples.message("m1", "09:12", "דנה", "hello (שלום)"), Samples.message("m2", "09:13", "Bo", "שלום, Bo!")],
            title: "חדר")
        #expect(test.text.contains("09:12 הנד  hello (םולש)"))
        #expect(test.text.contains("09:13 Bo   !Bo ,םולש"))
        #expect(row(with: "רדח").contains("│ רדח"))
    }

    @Test func truncationCutsTheLogicalEnd() {
        let canvas = Canvas(size: Size(width: 6, height: 2))
        canvas.drawShortened("שלום לך", at: Point(x: 0, y: 0), width: 6)
        canvas.drawShortened("ab שלום", at: Point(x: 0, y: 1), width: 6)
        #expect(canvas.frame.text == "… םולש\nab לש…\n")
    }

    @Test func matchIsUnderlinedAtItsVisualPosition() {
        let canvas = Canvas(size: Size(width: 12, height: 1))
        let row = FuzzyListRowViewModel(
            id: FuzzyListRowID("a"), title: "ab שלום", matches: [4..<5], choose: .available {})
        FuzzyListRow(row: row, matcher: FuzzyMatcher(""), isSelected: false).draw(on: canvas)
        #expect(canvas.frame.text(row: 0) == "  ab םולש")
        let marked = (0..<12).filter { canvas.frame[$0, 0].style.attributes.contains(.underline) }
        #expect(marked == [7])
    }

    @Test func linkIsClickableAtItsVisualPosition() {
        let link = RichLink(number: 1, address: "https://x.example", isNumbered: false)
        let text = RichText(
            blocks: [.init(runs: [.init("ראו "), .init("כאן", link: 1), .init(" עוד")])], links: [link])
        let lines = RichTextLayout(start: 0, width: 40, base: .plain).lines(of: text)
        let canvas = Canvas(size: Size(width: 40, height: 1))
        lines[0].draw(on: canvas, y: 0)
        #expect(canvas.frame.text(row: 0) == "דוע ןאכ ואר")
        #expect((0..<11).filter { lines[0].link(at: $0) == 1 } == [4, 5, 6])
    }

    @Test func singleLineFieldAlignsRightToLeftText() {
        let canvas = Canvas(size: Size(width: 10, height: 1))
        var editor = TextEditor(allowsLines: false, text: "שלום")
        TextFieldView(editor: editor).drawLine(on: canvas, isFocused: true)
        #expect(canvas.frame.text == "      םולש\n")
        #expect(canvas.frame.cursor == Point(x: 5, y: 0))
        #expect(TextFieldView(editor: editor).character(at: 7, width: 10) == 2)
        editor = TextEditor(allowsLines: false, text: "שלום לכולם כאן")
        TextFieldView(editor: editor).drawLine(on: canvas, isFocused: true)
        #expect(canvas.frame.text == " ןאכ םלוכל…\n" || canvas.frame.text(row: 0).hasSuffix("…"))
        #expect(canvas.frame.cursor == Point(x: 0, y: 0))
    }
}
