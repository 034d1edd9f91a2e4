import Terminal
import Testing

@testable import Panes

/// Counts the work of a key in a text of 200 KB.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct TextEditorSpeedTests {
    private static let draft = (0..<4_000)
        .map { "line \($0) of a draft that goes on for so much longer than anyone wanted" }
        .joined(separator: "\n")

    @Test func keyLaysOutOnlyTheParagraphsItTouches() {
        let test = TestScreen(width: 80, height: 24)
        test.screen.handle(.paste(Self.draft))
        _ = test.text
        let meter = test.screen.chats.composer.editor.meter
        let keys: [Key] = [
            .character("x"), Key(.backspace), Key(.up), Key(.home), .control("j"), .control("k"), .meta("b"),
            .control("y"), .control("_"), Key(.left), .character("é"), .control("w"),
        ]
        for key in keys {
            let before = meter.paragraphCount
            test.press(key)
            _ = test.text
            #expect(meter.paragraphCount - before <= 3, "\(key.name)")
        }
    }

    @Test func firstDrawLaysOutOnlyVisibleParagraphs() {
        let test = TestScreen(width: 80, height: 24)
        test.screen.handle(.paste(Self.draft))
        _ = test.text
        #expect(test.screen.chats.composer.editor.meter.paragraphCount < 400)
    }

    @Test func undoReusesCachedLayout() {
        var editor = TextEditor(allowsLines: true, text: "one\ntwo\nthree")
        editor.wrapWidth = 40
        _ = editor.rowCount(width: 40, atMost: 100)
        _ = editor.press(.control("u"))
        _ = editor.rowCount(width: 40, atMost: 100)
        let before = editor.meter.paragraphCount
        _ = editor.press(.control("_"))
        _ = editor.rowCount(width: 40, atMost: 100)
        #expect(editor.meter.paragraphCount == before)
        #expect(editor.text == "one\ntwo\nthree")
    }
}
