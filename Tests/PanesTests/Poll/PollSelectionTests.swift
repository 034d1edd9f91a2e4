import Terminal
import Testing
import ViewModels

@testable import Panes

/// A selected poll is answered by the numbers that its menu shows.
@MainActor
@Suite(.timeLimit(.minutes(2))) struct PollSelectionTests {
    private let test = TestScreen(width: 80, height: 24)

    private func show(_ count: Int, reason: DisplayText? = nil) {
        test.raiseChat(
            Samples.lines(0..<3), number: 2,
            actions: { [test] _ in
                var actions = MessageActions()
                actions.pollAnswers = (0..<count).map { place in
                    PollChoice(
                        title: DisplayText(sanitizing: "Tea \(place)"),
                        choose: reason.map { .unavailable($0) } ?? .available { test.asked.append("choose \(place)") })
                }
                if count > 0 { actions.endPoll = .available { test.asked.append("end") } }
                return actions
            })
        _ = test.text
        test.press(Key(.up))
        test.asked = []
    }

    @Test func itsMenuNamesTheAnswersEachWithANumber() {
        show(3)
        test.press(Key(.enter))
        let lines = test.lines
        for (number, title) in ["Tea 0", "Tea 1", "Tea 2"].enumerated() {
            #expect(lines.contains { $0.hasPrefix("  \(number + 1)  \(title)") })
        }
        test.answer("2")
        #expect(test.asked == ["choose 1"])
    }

    @Test func whatIsNoPollHasNothingOfItInItsMenu() {
        show(0)
        test.press(Key(.enter))
        #expect(!test.text.contains("nswer the poll"))
        #expect(!test.text.contains("nd the poll"))
    }

    @Test func aReasonStandsBesideAnAnswerAndIsSaid() {
        show(2, reason: "The poll has ended")
        test.press(Key(.enter))
        #expect(test.text.contains("Tea 1 – The poll has ended"))
        test.answer("2")
        #expect(test.asked.isEmpty)
        #expect(test.footer.contains("The poll has ended"))
    }

    @Test func moreAnswersThanNumbersAreAList() {
        show(12)
        test.press(Key(.enter))
        test.answer("a")
        #expect(test.text.contains("12 Tea 11"))
        test.press(Key(.enter))
        #expect(test.asked == ["choose 0"])
    }

    @Test func itIsEndedAfterAYes() {
        show(2)
        test.press(Key(.enter))
        test.answer("n")
        #expect(test.asked.isEmpty)
        #expect(test.footer.contains("End the poll?"))
        test.answer("y")
        #expect(test.asked == ["end"])
    }
}
