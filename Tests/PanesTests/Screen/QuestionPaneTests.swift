import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct QuestionPaneTests {
    private let pane = QuestionPane(
        question: "Which of these many words should it be? One of them suffices",
        placeholder: "a word that is as long as you like it to be", wayOut: "Esc back"
    ) { _ in }

    private func rows(width: Int) -> [String] {
        let canvas = Canvas(size: Size(width: width, height: pane.rowCount(width: width)))
        pane.draw(on: canvas, isFocused: true)
        return canvas.frame.text.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [40, 80, 120]) func promptShowsEscapeForAnyInput(width: Int) {
        #expect(rows(width: width).last?.hasSuffix("Esc back") == true)
        for _ in 0..<200 { _ = pane.type("x") }
        #expect(rows(width: width).last?.hasSuffix("x  Esc back") == true)
    }

    @Test func longQuestionWrapsAndLongHintIsShortened() {
        let rows = rows(width: 40)
        #expect(rows.count == 3)
        #expect(rows[0] + rows[1] == " Which of these many words should it be? One of them suffices")
        #expect(rows[2] == " a word that is as long as yo… Esc back")
    }
}
