import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(2))) struct SecurityPaneTests {
    private func screen(_ context: PaneContext = .security) -> TestScreen {
        let screen = TestScreen(width: 80, height: 24)
        #expect(screen.show(context))
        screen.asked = []
        return screen
    }

    @Test func aRowIsChosenAndDone() {
        let screen = screen()
        screen.press(Key(.down), Key(.enter))
        #expect(screen.asked == ["Later"])
        screen.press(Key(.down), Key(.enter))
        #expect(screen.asked == ["Later", "Compare emoji"])
    }

    @Test func whoTypesWithoutLookingWritesIntoTheChatAndChoosesNothing() {
        let screen = screen()
        screen.type("hello")
        #expect(screen.asked.first == "later" && !screen.asked.contains("Compare emoji"))
        #expect(screen.text.contains("▏hello"))
    }

    @Test func whatIsShownOnceIsNotLostByALetter() {
        let screen = screen()
        screen.raiseSecurity(withField: false, secret: "EsTc aaaa bbbb")
        screen.type("hello")
        #expect(screen.asked.isEmpty && screen.text.contains("EsTc aaaa bbbb"))
    }

    @Test func aTypedKeyIsTakenWholeAndAnotherStepBeginsEmpty() {
        let screen = screen(.securityField)
        screen.type("EsTc 1234")
        screen.press(Key(.enter))
        #expect(screen.asked == ["typed EsTc 1234"])
        screen.raiseSecurity(withField: false)
        screen.raiseSecurity(withField: true)
        screen.press(Key(.enter))
        #expect(screen.asked.last == "typed ")
    }
}
