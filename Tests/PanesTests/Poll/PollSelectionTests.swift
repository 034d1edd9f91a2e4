import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests that a selected poll is answered by the numbers in its menu.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct PollSelectionTests {
    private let test = TestScreen(width: 80, height: 24)

    private func actions(_ count: Int, reason: DisplayText?) -> MessageActions {
        var actions = MessageActions()
        actions.pollAnswers = (0..<count).map { place in
            let choose = Action<Void>.available { [test] in test.asked.append("choose \(place)") }
            return PollChoice(
                title: DisplayText(sanitizing: "Tea \(place)"), choose: reason.map { .unavailable($0) } ?? choose)
        }
        if count > 0 { actions.endPoll = .available { [test] in test.asked.append("end") } }
        return actions
    }

    /// Shows a poll in its graphical form, with all answers.
    private func showDrawn(reason: DisplayText? = nil) {
        let answers = (0..<3).map { place in
            PollViewModel.Answer(
                number: DisplayText(sanitizing: "\(place + 1)"), text: DisplayText(sanitizing: "Tea \(place)"),
                standing: "4", share: 500)
        }
        let message = MessageViewModel(
            time: "10:00", sender: "Bo", senderHue: 1, isOwn: false, isMention: false, kind: .text,
            text: "Poll: which?", status: "", statusTone: .done,
            poll: PollViewModel(answers: answers, note: "Nobody answered."))
        test.raiseChat([Samples.row("p1", .message(message))], number: 2) { _ in self.actions(3, reason: reason) }
        _ = test.text
        test.asked = []
    }

    private func show(_ count: Int, reason: DisplayText? = nil) {
        test.raiseChat(
            Samples.lines(0..<3), number: 2, actions: { _ in self.actions(count, reason: reason) })
        _ = test.text
        test.press(Key(.up))
        test.asked = []
    }

    @Test func pollMenuNumbersItsAnswers() {
        show(3)
        test.press(Key(.enter))
        let lines = test.lines
        for (number, title) in ["Tea 0", "Tea 1", "Tea 2"].enumerated() {
            #expect(lines.contains { $0.hasPrefix("  \(number + 1)  \(title)") })
        }
        test.answer("2")
        #expect(test.asked == ["choose 1"])
    }

    @Test func ordinaryMessageMenuHasNoPollActions() {
        show(0)
        test.press(Key(.enter))
        #expect(!test.text.contains("nswer the poll"))
        #expect(!test.text.contains("nd the poll"))
    }

    @Test func unavailableAnswerShowsItsReason() {
        show(2, reason: "The poll has ended")
        test.press(Key(.enter))
        #expect(test.text.contains("Tea 1 – The poll has ended"))
        test.answer("2")
        #expect(test.asked.isEmpty)
        #expect(test.footer.contains("The poll has ended"))
    }

    @Test func moreThanNineAnswersOpenAList() {
        show(12)
        test.press(Key(.enter))
        test.answer("a")
        #expect(test.text.contains("12 Tea 11"))
        test.press(Key(.enter))
        #expect(test.asked == ["choose 0"])
    }

    @Test func clickSelectsAnAnswerAndEnterSubmitsIt() {
        showDrawn()
        // A click on the bar of an answer works as well.
        test.click("████", in: 20..<80, row: test.place(of: "2 Tea 1").y)
        #expect(test.screen.context == .fuzzyList)
        #expect(test.text.contains("Answer the poll"))
        #expect(test.asked.isEmpty)
        test.press(Key(.enter))
        #expect(test.asked == ["choose 1"])
        #expect(test.screen.context == .selection)
    }

    @Test func clickAloneNeverSubmitsAnAnswer() {
        showDrawn()
        test.click("Poll: which?")
        test.click("Poll: which?")
        #expect(test.screen.context == .menu)
        test.click("Tea 1")
        #expect(test.screen.context == .fuzzyList)
        for _ in 1...3 { test.click("Tea 2") }
        #expect(test.screen.context == .fuzzyList)
        #expect(test.asked.isEmpty)
        test.press(Key(.enter))
        #expect(test.asked == ["choose 2"])
    }

    @Test func clickOnAnEndedPollOnlySelectsIt() {
        showDrawn(reason: "The poll has ended")
        test.click("Tea 1")
        #expect(test.screen.context == .selection)
        test.click("Tea 1")
        #expect(test.screen.context == .menu)
        #expect(test.asked.isEmpty)
    }

    @Test func endingAPollRequiresY() {
        show(2)
        test.press(Key(.enter))
        test.answer("n")
        #expect(test.asked.isEmpty)
        #expect(test.footer.contains("End the poll?"))
        test.answer("y")
        #expect(test.asked == ["end"])
    }
}
