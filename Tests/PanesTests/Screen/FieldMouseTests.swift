import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests that a click in a lone field places the cursor. Only a key submits the text.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct FieldMouseTests {
    @Test func clickInAPromptOnlyPlacesTheCursor() {
        let test = TestScreen(width: 80, height: 24)
        guard test.show(.question) else { return }
        test.type("beens")
        test.asked = []
        test.click("ens", after: "be")
        test.press(Key(.delete))
        test.type("a")
        test.click("Why?")
        #expect(test.screen.context == .question)
        #expect(test.asked.isEmpty)
        test.press(Key(.enter))
        #expect(test.asked == ["beans"])
    }

    @Test func clickInAStepPlacesCursorAndOnlySelectsOptions() {
        let test = TestScreen(width: 80, height: 24)
        guard test.show(.securityField) else { return }
        test.type("EsT1")
        test.asked = []
        test.click("1", after: "EsT")
        test.type("c ")
        test.raiseSecurity(withField: true)
        test.press(Key(.enter))
        #expect(test.asked == ["typed EsTc 1"])
        test.raiseSecurity(withField: false)
        test.click("Later")
        #expect(test.asked == ["typed EsTc 1"])
        test.press(Key(.enter))
        #expect(test.asked.last == "Later")
    }

    @Test func clickPlacesCursorInTheSearchField() {
        let test = TestScreen(width: 80, height: 24)
        test.raisePicker(["Guide", "Release team", "Bo"])
        test.frames.deliver()
        test.type("teem")
        test.click("em", after: "te")
        test.press(Key(.delete))
        test.type("a")
        #expect(test.text.contains("› team"))
        #expect(test.text.contains("Release team"))
    }
}
