import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ComposerPaneTests {
    private let test = TestScreen(width: 80, height: 24)

    @Test func enterSendsAndClearsTheField() {
        test.type("hello")
        test.press(Key(.enter))
        #expect(test.asked.last == "send hello")
        #expect(test.text.contains("write a message"))
    }

    @Test func textTypedAfterSendingIsKept() {
        test.type("hello")
        test.press(Key(.enter))
        test.type("next")
        test.raiseComposer("")
        #expect(test.text.contains("▏next"))
        test.press(Key(.enter))
        #expect(test.asked.filter { $0.hasPrefix("send") } == ["send hello", "send next"])
    }

    @Test func rejectedMessageShowsItsReason() {
        test.type("  ")
        test.press(Key(.enter))
        test.raiseComposer("  ", notice: "Not sent: a line with nothing in it", returned: "  ")
        #expect(test.text.contains("Not sent: a line with nothing in it"))
        #expect(test.screen.chats.composer.context == .composer)
    }

    private func canUndo(to text: String) -> Bool {
        (0..<9).contains { _ in
            test.press(.control("_"))
            return test.text.contains("▏\(text)")
        }
    }

    @Test func rejectedLineKeepsItsUndoHistory() {
        test.type("hello")
        test.press(.control("w"))
        test.type("/invit bo")
        test.press(Key(.enter))
        test.raiseComposer("/invit bo", notice: "There is no command invit", returned: "/invit bo")
        #expect(test.text.contains("▏/invit bo"))
        #expect(canUndo(to: "hello"))
    }

    @Test func lineReturnedByServerKeepsUndoHistory() {
        test.type("one")
        test.press(.control("w"))
        test.type("/topic")
        test.press(Key(.enter))
        test.raiseComposer("")
        test.raiseComposer("/topic", returned: "/topic")
        #expect(test.text.contains("▏/topic"))
        #expect(canUndo(to: "one"))
    }

    @Test(arguments: [(80, 24), (40, 10)]) func identityWarningBlocksSendingUntilConfirmed(width: Int, height: Int) {
        test.resize(width: width, height: height)
        test.raiseComposer("", warning: "Bo: another identity. " + .key(.takeIdentity))
        #expect(test.text.contains("Bo: another identity. "))
        #expect(test.text.contains("^O o y"))
        test.type("yes")
        test.press(Key(.enter))
        #expect(test.text.contains("Answer first"))
        #expect(test.text.contains("yes"))
        test.press(.control("o"), .character("o"), .character("y"))
        #expect(test.text.contains("Is it still Bo?"))
        test.press(Key(.enter))
        #expect(!test.asked.contains { $0.hasPrefix("send") || $0 == "take" })
        test.answer("y")
        #expect(test.asked.last == "take")
    }

    @Test func sameRevisionKeepsTheText() {
        test.type("hello")
        test.raiseComposer("old draft", isNewer: false)
        #expect(test.text.contains("▏hello"))
    }

    @Test func aNewerRevisionReplacesTheText() {
        test.type("hello")
        test.raiseComposer("draft of another chat")
        #expect(test.text.contains("▏draft of another chat"))
    }

    @Test func returnedLineIsInsertedAboveUnsavedText() {
        test.type("newer text")
        test.raiseComposer("lost line\nn", returned: "lost line")
        #expect(test.text.contains("▏lost line"))
        #expect(test.text.contains("▏newer text"))
        test.press(Key(.enter))
        #expect(test.asked.last == "send lost line\nnewer text")
    }

    @Test func unsavedDraftIsSavedBeforeSwitchingChats() {
        test.type("hello")
        test.raiseComposer("draft of another chat")
        _ = test.text
        #expect(test.asked.last { $0.hasPrefix("edited") } == "edited hello")
    }

    @Test func aLongTextScrollsWithItsCursor() {
        test.screen.handle(.paste((0..<30).map { "line \($0)." }.joined(separator: "\n")))
        _ = test.text
        for _ in 0..<5 { test.press(Key(.up)) }
        #expect(test.text.contains("▏line 29."))
        for _ in 0..<10 { test.press(Key(.up)) }
        #expect(test.text.contains("▏line 14."))
        #expect(!test.text.contains("▏line 13."))
        #expect(test.screen.draw().cursor?.y == 15)
    }

    @Test func recallingOwnLinesPassesTheCurrentText() {
        test.type("half")
        test.press(.meta("p"))
        #expect(test.asked.last == "older half")
        test.press(.control("x"))
        #expect(test.footer.contains("^P own line"))
        test.press(.character("n"))
        #expect(test.asked.last == "newer half")
        test.press(.control("x"), Key(.escape))
        #expect(!test.footer.contains("^P own line"))
    }

    @Test func lengthLimitIsShownWhileTyping() {
        test.screen.handle(.paste(String(repeating: "w", count: 990)))
        #expect(test.text.contains("10 bytes are left in this message"))
        test.screen.handle(.paste(String(repeating: "\"", count: 10)))
        #expect(test.text.contains("Divide or shorten it: 10 bytes too long for one message"))
    }

    @Test func draftIsSavedAfterAQuarterSecondPause() {
        test.type("h")
        test.clock.runAll()
        test.type("i")
        #expect(test.clock.waiting.map(\.milliseconds) == [250])
        test.type("!")
        test.clock.runAll()
        #expect(told == ["h"], "a key came within it")
        test.clock.runAll()
        #expect(told == ["h", "hi!"])
        #expect(test.clock.waiting.isEmpty)
    }

    @Test func manyKeysStartOneTimer() {
        test.type(String(repeating: "x", count: 100))
        #expect(test.clock.waiting.count == 1)
    }

    @Test func draftIsSavedBeforeLeavingTheField() {
        test.type("hi")
        test.press(.control("n"))
        #expect(test.asked.suffix(2) == ["edited hi", "nextChat"])
        test.clock.runAll()
        #expect(test.asked.filter { $0 == "edited hi" }.count == 1)
    }

    @Test func draftIsSavedDuringContinuousTyping() {
        test.type("h")
        #expect(told.isEmpty, "the letter comes first")
        test.type("ello")
        test.clock.runAll()
        #expect(told == ["hello"])
    }

    @Test func clearedDraftIsSaved() {
        test.type("h")
        test.clock.runAll()
        test.press(Key(.backspace))
        test.clock.runAll()
        #expect(told == ["h", ""])
    }

    private var told: [String] {
        test.asked.filter { $0.hasPrefix("edited ") }.map { String($0.dropFirst("edited ".count)) }
    }

    @Test func sentLineIsNotSavedAsADraft() {
        test.type("hi")
        test.press(Key(.enter))
        test.clock.runAll()
        #expect(test.asked.last == "send hi")
    }

    @Test func aPasteNeverSends() {
        test.screen.handle(.paste("one\ntwo\n"))
        #expect(!test.asked.contains { $0.hasPrefix("send") })
        #expect(test.text.contains("▏one"))
        #expect(test.text.contains("▏two"))
    }

    @Test func pastedControlCharactersAreDrawnAsMarks() {
        test.screen.handle(.paste("a\u{1B}[31mb\u{9B}c"))
        #expect(!test.text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B })
        test.press(Key(.enter))
        #expect(test.asked.last == "send a\u{1B}[31mb\u{9B}c")
    }

    @Test func composerGrowsToAThirdOfTheScreen() {
        for line in 0..<30 {
            test.type("line \(line)")
            test.press(.control("j"))
        }
        #expect(test.lines.count { $0.contains("▏") } == 8)
        #expect(test.text.contains("▏line 29"))
        #expect(!test.text.contains("▏line 20"))
    }

    @Test func cursorFollowsWideText() {
        test.type("日本")
        #expect(test.screen.draw().cursor == Point(x: 28, y: 22))
    }
}
