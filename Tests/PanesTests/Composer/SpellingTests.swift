import Terminal
import TestSeeds
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SpellingTests {
    private let test = TestScreen(width: 80, height: 24)

    private func raise(_ misspelt: Set<String> = [], generation: Int = 1, lack: DisplayText = .empty) {
        let model = SpellingViewModel(
            generation: generation, misspelt: misspelt, lack: lack, saysLack: true,
            check: { [test] in test.asked.append("check \($0.joined(separator: " "))") },
            add: { [test] in test.asked.append("add \($0)") })
        test.events.spelling.raise { model }
        test.frames.deliver()
    }

    private var questions: [String] { test.asked.filter { $0.hasPrefix("check") } }

    /// The underlined text in the row of the composer.
    private var underlined: String {
        _ = test.text
        let frame = test.screen.draw()
        let y = test.lines.lastIndex { $0.contains("▏") } ?? 0
        return (0..<frame.size.width).filter { frame[$0, y].style.attributes.contains(.underline) }
            .map { frame[$0, y].text }.joined()
    }

    @Test func completeWordIsCheckedOnce() {
        raise()
        test.type("a wrod")
        #expect(questions.isEmpty)
        test.type(" wrod is wrod.")
        #expect(questions == ["check wrod", "check is"])
        raise(["wrod"], generation: 2)
        #expect(questions.last == "check wrod is")
    }

    @Test func unknownWordIsUnderlinedAfterTyping() {
        raise(["wrod", "onse"])
        test.type("a wrod onse")
        #expect(underlined == "wrod")
        test.press(Key(.left))
        #expect(underlined == "wrodonse")
    }

    @Test(arguments: [
        "https://wrod.example/wrod", "www.wrod.org", "@wrod:example.org", "#wrod", ":wrod:", "`wrod`", "`a wrod b`",
        "WROD",
        "wrod7", "/usr/wrod", "wrod@example.org", "x=wrod",
    ])
    func linksIDsAndCodeWordsAreNotChecked(text: String) {
        raise()
        test.type("is \(text) it ")
        #expect(questions.joined(separator: " ").contains("wrod") == false)
        #expect(questions.joined(separator: " ").contains("WROD") == false)
        #expect(questions.last?.hasSuffix("it") == true)
    }

    @Test func commandsAndCodeBlocksAreNotChecked() {
        raise()
        test.type("/wrod wrod wrod ")
        #expect(questions.isEmpty)
        test.press(.control("u"))
        test.type("/me wrod ")
        #expect(questions == ["check wrod"])
        test.press(.control("u"))
        _ = test.screen.chats.composer.paste("```\nonse wrud\n```\nbut ")
        #expect(questions.last == "check but")
    }

    @Test func spellingKeyListsSuggestionsAndEnterAppliesOne() {
        raise(["wrod"])
        test.type("a wrod of it")
        #expect(test.footer.contains("M-s spelling"))
        test.press(.meta("s"))
        let query = CompletionQuery(kind: .spelling, text: "wrod")
        #expect(test.asked.last == "ask wrod")
        test.raiseCompletion(
            query, [row("word"), row("rod"), row("wrod", addsWord: true)])
        test.frames.deliver()
        test.press(Key(.enter))
        #expect(test.screen.chats.composer.editor.text == "a word of it")
        #expect(!test.asked.contains { $0.hasPrefix("send") })
        test.press(.control("_"))
        #expect(test.screen.chats.composer.editor.text == "a wrod of it")
    }

    @Test func theLastRowAddsTheWord() {
        raise(["wrod"])
        test.type("a wrod of it")
        test.press(.control("x"), .character("s"))
        test.clock.runAll()
        test.raiseCompletion(
            CompletionQuery(kind: .spelling, text: "wrod"), [row("word"), row("wrod", addsWord: true)])
        test.frames.deliver()
        test.press(Key(.up), Key(.enter))
        #expect(test.asked.last == "add wrod")
        #expect(test.screen.chats.composer.editor.text == "a wrod of it")
    }

    @Test func typingClosesTheSuggestions() {
        raise(["wrod"])
        test.type("a wrod of it")
        test.press(.meta("s"))
        test.raiseCompletion(CompletionQuery(kind: .spelling, text: "wrod"), [row("word")])
        test.frames.deliver()
        test.type("x")
        #expect(test.screen.chats.composer.context == .composer)
        #expect(test.screen.chats.composer.editor.text == "a wrodx of it")
    }

    @Test func missingDictionaryIsReportedOnceAndOnKeyPress() {
        raise(lack: "There is no dictionary for xx")
        #expect(test.footer.contains("no dictionary for xx"))
        test.type("wrod")
        #expect(!test.footer.contains("no dictionary"))
        test.press(.meta("s"))
        #expect(test.footer.contains("no dictionary for xx"))
    }

    @Test func spellingKeyReportsNoMisspelledWords() {
        raise()
        test.type("right ")
        test.press(.meta("s"))
        #expect(test.footer.contains("All words are in the dictionary"))
    }

    @Test func wordsOfASCIIAreThoseOfOtherText() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let parts = [
            "word", "Word", "WORD", "it's", "x", " ", "  ", "`", "'", "(", ")", "@", "/", ".", ":", "-", "7", "&", "\\",
            "*", "#",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in parts.randomElement(using: &random)! }
                .joined()
            // The added letter isn't ASCII, and no word, since it is alone.
            #expect(
                Paragraph(Array(text)).words == Paragraph(Array(text + " ж")).words,
                "seed \(seed), \(text.debugDescription)")
        }
        #expect(Paragraph(Array("it's (here). a@b")).words.map(\.text) == ["it's", "here"])
    }

    private func row(_ text: String, addsWord: Bool = false) -> CompletionViewModel.Row {
        CompletionViewModel.Row(
            title: DisplayText(sanitizing: text), detail: .empty, text: text, addsWord: addsWord)
    }
}
