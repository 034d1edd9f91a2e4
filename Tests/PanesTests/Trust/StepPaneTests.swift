import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StepPaneTests {
    private func screen(_ context: PaneContext = .security) -> TestScreen {
        let screen = TestScreen(width: 80, height: 24)
        #expect(screen.show(context))
        screen.asked = []
        return screen
    }

    @Test func selectedRowRunsOnEnter() {
        let screen = screen()
        screen.press(Key(.down), Key(.enter))
        #expect(screen.asked == ["Later"])
        screen.press(Key(.down), Key(.enter))
        #expect(screen.asked == ["Later", "Compare emoji"])
    }

    @Test func textTypedAtARowListIsDiscarded() {
        let screen = screen()
        screen.type("beans")
        screen.screen.handle(.paste("EsTc 1234"))
        #expect(screen.asked.isEmpty && screen.text.contains("Compare emoji"))
        screen.turn(to: .chats)
        for written in ["Compare emoji", "beans", "EsTc"] { #expect(!screen.text.contains(written)) }
    }

    @Test(arguments: [true, false]) func recoveryKeyTypedAtRowListMovesIntoItsField(isPasted: Bool) {
        let screen = screen()
        screen.raiseSecurity(withField: false, takesKey: true)
        if isPasted { screen.screen.handle(.paste("EsTc 1234")) } else { screen.type("EsTc 1234") }
        #expect(screen.asked == ["field"])
        screen.raiseSecurity(withField: true)
        screen.press(Key(.enter))
        #expect(screen.asked == ["field", "typed EsTc 1234"])
    }

    @Test func typingDoesNotDismissANewRecoveryKey() {
        let screen = screen()
        screen.raiseSecurity(withField: false, secret: "EsTc aaaa bbbb")
        screen.type("hello")
        #expect(screen.asked.isEmpty && screen.text.contains("EsTc aaaa bbbb"))
    }

    @Test func typedKeyIsSubmittedAndNextStepStartsEmpty() {
        let screen = screen(.securityField)
        screen.type("EsTc 1234")
        screen.press(Key(.enter))
        #expect(screen.asked == ["typed EsTc 1234"])
        screen.raiseSecurity(withField: false)
        screen.raiseSecurity(withField: true)
        screen.press(Key(.enter))
        #expect(screen.asked.last == "typed ")
    }

    /// Returns the screen's text as a single row.
    private static func words(of screen: TestScreen) -> String {
        screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func small(
        withField: Bool = false, text: DisplayText, secret: DisplayText = "", ways: [DisplayText] = []
    ) -> TestScreen {
        let screen = TestScreen(width: 40, height: 10)
        #expect(screen.show(withField ? .securityField : .security))
        screen.raiseSecurity(withField: withField, text: text, secret: secret, ways: ways)
        return screen
    }

    @Test func smallScreenShowsAllOptionsAndScrollsText() {
        let ways: [DisplayText] = [
            .words("security.way-emoji"), .words("security.way-key"), .words("security.way-later"),
            .words("security.way-new-identity"),
        ]
        let screen = small(text: .words("security.is-unconfirmed"), ways: ways)
        let said = Self.words(of: screen)
        for way in ways { #expect(said.contains(way.string), "\(screen.text)") }
        #expect(screen.lines[1].hasPrefix("  Verify this device") && screen.lines[1].contains("↓"))
        var read = ""
        for _ in 0..<10 {
            read += Self.words(of: screen)
            screen.press(Key(.pageDown))
        }
        #expect(read.contains("Your account has") && read.contains("for new ones."))
        #expect(!screen.lines[1].contains("↓"))
        screen.press(Key(.pageUp))
        #expect(screen.lines[1].contains("↓"))
    }

    @Test func smallScreenShowsRecoveryKeyAndWarningInFull() {
        let key = Array(repeating: "EsTc", count: 12).joined(separator: " ")
        let made = small(
            text: .words("security.write-it-down"), secret: DisplayText(sanitizing: key),
            ways: [.words("security.is-written-down"), .words("security.copy-it")])
        #expect(made.text.split(whereSeparator: \.isWhitespace).count { $0 == "EsTc" } == 12)
        #expect(made.text.contains(String.words("security.copy-it")) && made.text.contains("With this key"))
        let warned = small(withField: true, text: .words("security.new-identity-text"))
        #expect(warned.text.contains("To everybody you write with") && warned.text.contains("else is left."))
        #expect(warned.text.contains("Recovery key"))
    }
}
