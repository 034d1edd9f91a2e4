import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct CompletionPaneTests {
    private let test = TestScreen(width: 80, height: 16)
    private let people = [
        CompletionViewModel.Row(title: "Bo", detail: "@bo:example.org", text: "@bo:example.org "),
        CompletionViewModel.Row(title: "Boris", detail: "@boris:example.org", text: "@boris:example.org "),
    ]

    private func offer(_ text: String = "b") {
        test.raiseCompletion(CompletionQuery(kind: .person, text: text), people)
        _ = test.text
    }

    @Test func peopleAreListedAboveTheComposer() {
        test.type("see @b")
        offer()
        #expect(
            test.text.contains(
                """
                                     │── People ────────────────────────────────────────────────
                                     │  Bo  @bo:example.org                                  Tab
                                     │  Boris  @boris:example.org
                                     ├──────────────────────────────────────────────────────────
                                     │ ▏see @b
                 Enter send  Tab complete
                """))
    }

    @Test func tabInsertsTheFirstRow() {
        test.type("see @b")
        offer()
        test.press(Key(.tab))
        #expect(test.text.contains("▏see @bo:example.org"))
        #expect(!test.text.contains("People"))
        test.press(.control("_"))
        #expect(test.text.contains("▏see @b\n"))
    }

    @Test func arrowsSelectAndEnterInsertsTheSelectedRow() {
        test.type("@b")
        offer()
        test.press(Key(.down), Key(.down))
        #expect(test.text.contains("› Boris"))
        test.press(Key(.enter))
        #expect(test.text.contains("▏@boris:example.org"))
        #expect(!test.asked.contains { $0.hasPrefix("send") })
    }

    @Test func enterSendsTypedTextWhenNoRowIsSelected() {
        test.type("@b")
        offer()
        test.press(Key(.enter))
        #expect(test.asked.last == "send @b")
        #expect(!test.text.contains("People"))
    }

    @Test func escapeClosesTheListUntilTheNextCompletion() {
        test.type("@b")
        offer()
        test.press(Key(.escape))
        #expect(!test.text.contains("People"))
        test.type("o")
        #expect(test.asked.filter { $0.hasPrefix("ask") } == ["ask ", "ask b"])
        test.type(" @b")
        #expect(test.asked.filter { $0.hasPrefix("ask") } == ["ask ", "ask b", "ask ", "ask b"])
    }

    @Test func staleCompletionResultIsIgnored() {
        test.type("@b")
        offer("")
        test.press(Key(.tab))
        #expect(test.text.contains("▏@b\n"))
        offer("b")
        #expect(test.text.contains("▏@bo:example.org"))
    }

    @Test func tabWaitsForPendingCompletion() {
        test.type("@b")
        test.press(Key(.tab))
        #expect(test.screen.context == .completion)
        offer()
        #expect(test.text.contains("▏@bo:example.org"))
    }

    @Test func emptyResultClosesCompletion() {
        test.type("@xyz")
        test.raiseCompletion(CompletionQuery(kind: .person, text: "xyz"), [])
        _ = test.text
        test.press(Key(.down), Key(.tab))
        #expect(test.screen.context == .composer)
    }

    @Test func tabSwitchesPanesOnlyInAnEmptyComposer() {
        test.type("hello ")
        test.press(Key(.tab))
        #expect(test.footer.contains("Nothing to complete here"))
        #expect(test.screen.context == .composer)
        test.press(.control("u"), Key(.tab))
        #expect(test.screen.context == .chatList)
    }

    @Test func repeatedTabCyclesThroughNames() {
        let rows = ["Bo", "Boris"].map { CompletionViewModel.Row(title: "", detail: "", text: $0) }
        test.type("b")
        test.press(Key(.tab))
        #expect(test.asked.last == "ask b")
        test.raiseCompletion(CompletionQuery(kind: .name, text: "b"), rows)
        #expect(test.text.contains("▏Bo:"))
        test.press(Key(.tab))
        #expect(test.text.contains("▏Boris:"))
        test.press(Key(.tab))
        test.type("and b")
        test.press(Key(.tab))
        test.raiseCompletion(CompletionQuery(kind: .name, text: "b"), rows)
        #expect(test.text.contains("▏Bo: and Bo"))
        test.type("x")
        test.press(Key(.tab))
        test.raiseCompletion(CompletionQuery(kind: .name, text: "x"), [])
        #expect(test.footer.contains("Nobody here has a name that begins with “x”"))
        #expect(test.screen.context == .composer)
    }

    @Test func completionLeavesRestOfScreenUnchanged() {
        test.type("@b")
        let before = test.lines.prefix(8)
        offer()
        #expect(test.lines.prefix(8) == before)
    }

    @Test func aNarrowScreenKeepsItsTitleAndItsComposer() {
        test.type("@b")
        test.resize(width: 40, height: 10)
        test.raiseCompletion(CompletionQuery(kind: .person, text: "b"), people + people + people + people)
        let lines = test.lines
        #expect(lines[0].contains("Guide"))
        #expect(lines[1].contains("People"))
        #expect(lines[8].contains("▏@b"))
    }

    @Test(
        arguments: [
            ("me@home", nil), ("12:30", nil), (":)", nil), ("a/b", nil), ("//me", nil), ("/etc/hosts", nil),
            ("hi @", CompletionQuery(kind: .person, text: "")), ("(@bo", CompletionQuery(kind: .person, text: "bo")),
            ("ok :thu", CompletionQuery(kind: .emoji, text: "thu")), (":+1", nil),
            ("/m", CompletionQuery(kind: .command, text: "m")), ("/me waves", nil), ("x /m", nil),
        ] as [(String, CompletionQuery?)])
    func completionQueryIsParsedBeforeTheCursor(text: String, query: CompletionQuery?) {
        #expect(TextEditor(allowsLines: true, text: text).completion?.query == query)
    }
}
