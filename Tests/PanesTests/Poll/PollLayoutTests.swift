import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct PollLayoutTests {
    private func text(_ answers: [(DisplayText, DisplayText, Int?)], width: Int) -> [String] {
        let poll = PollViewModel(
            answers: answers.enumerated().map { place, answer in
                PollViewModel.Answer(
                    number: DisplayText(sanitizing: "\(place + 1)"), text: answer.0, standing: answer.1, share: answer.2
                )
            }, note: "3 people answered.")
        let lines = PollLayout(start: 1, width: width - 1).lines(of: poll)
        let canvas = Canvas(size: Size(width: width, height: lines.count))
        for (y, line) in lines.enumerated() { line.draw(on: canvas, y: y) }
        return (0..<lines.count).map { canvas.frame.text(row: $0) }
    }

    @Test func answersShareALineWithTheirBarsOnWideScreens() {
        #expect(
            text([("Green", "1", 333), ("Black tea", "2, yours", 667), ("None", "0", 0)], width: 60) == [
                " 1 Green      ███████░░░░░░░░░░░░░  1",
                " 2 Black tea  ██████████████░░░░░░  2, yours",
                " 3 None       ░░░░░░░░░░░░░░░░░░░░  0",
                " 3 people answered.",
            ])
    }

    @Test func barsMoveBelowAnswersOnNarrowScreens() {
        #expect(
            text([("Green tea with a leaf of mint", "1", 500), ("Black", "2, yours", 1_000)], width: 26) == [
                " 1 Green tea with a leaf", "   of mint", "   ███████░░░░░░  1", " 2 Black",
                "   █████████████  2, yours", " 3 people answered.",
            ])
    }

    @Test func undisclosedResultsHaveNoBars() {
        #expect(
            text([("Green", "yours", nil), ("Black", "", nil)], width: 60) == [
                " 1 Green  yours", " 2 Black", " 3 people answered.",
            ])
    }

    @Test(arguments: [2, 5, 9]) func pollDrawsAtTinyWidths(width: Int) {
        #expect(!text([("Green", "1", 500), ("Black", "1", 500)], width: width).isEmpty)
    }
}
