import Terminal
import Testing

@testable import Panes

@Suite(.timeLimit(.minutes(5))) struct TextEditorTests {
    private func editor(_ text: String, cursor: Int? = nil) -> TextEditor {
        var editor = TextEditor(allowsLines: true, text: text)
        if let cursor { while editor.cursor > cursor { _ = editor.press(Key(.left)) } }
        return editor
    }

    private func pressing(_ keys: [Key], in text: String, cursor: Int? = nil) -> TextEditor {
        var editor = editor(text, cursor: cursor)
        for key in keys {
            let isTaken = editor.press(key)
            #expect(isTaken, "\(key.name)")
        }
        return editor
    }

    @Test func lettersAreInsertedAtTheCursor() {
        let editor = pressing([.character("X"), .character("Y")], in: "abc", cursor: 1)
        #expect(editor.text == "aXYbc")
        #expect(editor.cursor == 3)
    }

    @Test func combiningMarkJoinsThePrecedingLetter() {
        let editor = pressing([.character("e"), .character("\u{301}"), Key(.backspace)], in: "caf")
        #expect(editor.text == "caf")
    }

    @Test func backspaceDeletesAWholeEmojiSequence() {
        #expect(pressing([Key(.backspace)], in: "a👩‍👩‍👧").text == "a")
    }

    @Test func wordsAreLettersAndDigits() {
        #expect(pressing([.meta("b")], in: "one two-three").cursor == 8)
        #expect(pressing([.meta("b"), .meta("b")], in: "one two-three").cursor == 4)
        #expect(pressing([.meta("f")], in: "one two", cursor: 0).cursor == 3)
    }

    @Test func controlWCutsBackToASpace() {
        #expect(pressing([.control("w")], in: "see /usr/share/doc").text == "see ")
    }

    @Test func metaDeleteCutsOnlyTheWord() {
        #expect(pressing([Key(.backspace, .meta)], in: "see /usr/share/doc").text == "see /usr/share/")
    }

    @Test func consecutiveCutsAreYankedTogether() {
        let editor = pressing([.control("w"), .control("w"), .control("y")], in: "one two three")
        #expect(editor.text == "one two three")
    }

    @Test func interruptedCutsAreYankedSeparately() {
        let editor = pressing([.control("w"), Key(.left), .control("w"), .control("y")], in: "one two three")
        #expect(editor.text == "one two ")
    }

    @Test func consecutiveForwardCutsKeepTheirOrder() {
        #expect(
            pressing([.meta("d"), .meta("d"), .control("y")], in: "one two three", cursor: 0).text == "one two three")
    }

    @Test func controlUAndControlKStayWithinTheLine() {
        #expect(pressing([.control("u")], in: "one\ntwo").text == "one\n")
        #expect(pressing([.control("k")], in: "one\ntwo", cursor: 1).text == "o\ntwo")
    }

    @Test func controlKAtTheEndOfALineJoinsTheNext() {
        #expect(pressing([.control("k")], in: "one\ntwo", cursor: 3).text == "onetwo")
    }

    @Test func controlAAndControlEMoveWithinTheLine() {
        #expect(pressing([.control("a")], in: "one\ntwo").cursor == 4)
        #expect(pressing([.control("e")], in: "one\ntwo", cursor: 1).cursor == 3)
    }

    @Test func undoRemovesOneWordAtATime() {
        var editor = TextEditor(allowsLines: true)
        for character in "one two" { _ = editor.press(.character(character)) }
        _ = editor.press(.control("_"))
        #expect(editor.text == "one ")
        _ = editor.press(.control("_"))
        #expect(editor.text == "")
        _ = editor.press(.control("_"))
        #expect(editor.text == "")
    }

    @Test func undoRestoresCutText() {
        let editor = pressing([.control("u"), .control("_")], in: "one two")
        #expect(editor.text == "one two")
        #expect(editor.cursor == 7)
    }

    @Test func consecutiveDeletionsAreUndoneTogether() {
        #expect(pressing([Key(.backspace), Key(.backspace), Key(.backspace), .control("_")], in: "one").text == "one")
    }

    @Test func metaYRotatesThroughOlderCuts() {
        let keys: [Key] = [.control("w"), Key(.left), .control("w"), .control("a"), .control("y")]
        #expect(pressing(keys, in: "one two three").text == "twoone  ")
        #expect(pressing(keys + [.meta("y")], in: "one two three").text == "threeone  ")
        #expect(pressing(keys + [.meta("y"), .meta("y")], in: "one two three").text == "twoone  ")
        #expect(pressing(keys + [.meta("y"), .control("_"), .control("_")], in: "one two three").text == "one  ")
    }

    @Test func metaYWithoutAYankDoesNothing() {
        #expect(pressing([.control("w"), .meta("y")], in: "one two").text == "one ")
    }

    @Test func wordsEndAtLineBreaksInAnyScript() {
        #expect(pressing([.meta("b")], in: "Ελληνικά\nрусский").cursor == 9)
        #expect(pressing([.meta("b"), .meta("b")], in: "Ελληνικά\nрусский").cursor == 0)
        #expect(pressing([.meta("d")], in: "cafe\u{301} au lait", cursor: 0).text == " au lait")
    }

    @Test func insertingALineAboveKeepsCursorInItsText() {
        var editor = editor("two", cursor: 1)
        editor.putAbove("zero\none")
        #expect(editor.text == "zero\none\ntwo")
        #expect(editor.cursor == 10)
    }

    @Test func pasteIsUndoneInOneStep() {
        var editor = TextEditor(allowsLines: true, text: "a")
        editor.paste("b\r\nc\rd")
        #expect(editor.text == "ab\nc\nd")
        _ = editor.press(.control("_"))
        #expect(editor.text == "a")
    }

    @Test func singleLineFieldRejectsLineBreaks() {
        var editor = TextEditor(allowsLines: false)
        editor.paste("one\ntwo")
        #expect(editor.text == "one two")
        let takesBreak = editor.press(.control("j"))
        let takesUp = editor.press(Key(.up))
        #expect(!takesBreak && !takesUp)
    }

    @Test func controlJAndMetaEnterInsertNewLines() {
        #expect(pressing([.control("j"), Key(.enter, .meta)], in: "a").text == "a\n\n")
    }

    @Test func upAndDownMoveByRowAndKeepTheColumn() {
        var editor = TextEditor(allowsLines: true, text: "abcdef\nx\nabcdef")
        editor.wrapWidth = 20
        for expected in [8, 6, 0] {
            _ = editor.press(Key(.up))
            #expect(editor.cursor == expected)
        }
        _ = editor.press(Key(.end))
        for expected in [8, 15] {
            _ = editor.press(Key(.down))
            #expect(editor.cursor == expected)
        }
    }

    @Test func upMovesThroughWrappedRows() {
        var editor = TextEditor(allowsLines: true, text: "one two three")
        editor.wrapWidth = 8
        _ = editor.press(Key(.up))
        #expect(editor.cursor == 5)
    }

    @Test func unboundKeysAreNotConsumed() {
        var editor = TextEditor(allowsLines: true, text: "a")
        for key in [
            Key.control("b"), .control("n"), Key(.function(1)), Key(.tab), Key(.enter), Key(.escape), .meta("x"),
        ] {
            let isTaken = editor.press(key)
            #expect(!isTaken, "\(key.name)")
        }
        #expect(editor.text == "a")
    }
}
