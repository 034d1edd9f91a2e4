import Terminal
import ViewModels

/// Makes the lines of a poll: its answers with a bar each, and its state.
struct PollLayout {
    /// The column where the text begins, and its width in columns.
    let start: Int
    let width: Int

    private static let longestBar = 20
    /// Shorter bars would show no difference.
    private static let shortestBar = 8
    private static let space = 2

    func lines(of poll: PollViewModel) -> [ChatLine] {
        let number = poll.answers.map { TextWidth.columns($0.number.string) }.max() ?? 0
        let indent = min(number + 1, width - 1)
        let text = poll.answers.map { TextWidth.columns($0.text.string) }.max() ?? 0
        let standing = poll.answers.map { TextWidth.columns($0.standing.string) }.max() ?? 0
        let room = width - indent - text - standing - 2 * Self.space
        let isBeside = room >= Self.shortestBar
        let bar = isBeside ? min(Self.longestBar, room) : max(1, min(Self.longestBar, width - indent - standing - 2))
        return poll.answers.enumerated().flatMap { place, answer in
            var lines = self.lines(answer.number.string, answer.text.string, indent: indent)
            if answer.share != nil || !answer.standing.isEmpty {
                if !isBeside { lines.append(ChatLine()) }
                let x = start + indent + (isBeside ? text + Self.space : 0)
                add(answer, bar: bar, at: x, to: &lines[lines.count - 1])
            }
            for line in lines.indices { lines[line].answer = place }
            return lines
        } + note(poll.note)
    }

    private func lines(_ number: String, _ text: String, indent: Int) -> [ChatLine] {
        TextWrapping.lines(text, width: max(1, width - indent)).enumerated().map { place, part in
            var line = ChatLine()
            if place == 0 { line.add(number, at: start, style: Theme.dim, width: indent) }
            line.add(part, at: start + indent, style: Theme.text, width: max(1, width - indent))
            return line
        }
    }

    private func add(_ answer: PollViewModel.Answer, bar: Int, at start: Int, to line: inout ChatLine) {
        var x = start
        if let share = answer.share {
            // An answer with any votes has a visible bar.
            let full = min(bar, (share * bar + 999) / 1_000)
            line.add(String(repeating: Marks.share, count: full), at: x, style: Theme.text, width: full)
            let rest = bar - full
            line.add(String(repeating: Marks.rest, count: rest), at: x + full, style: Theme.dim, width: rest)
            x += bar + Self.space
        }
        let end = self.start + width
        line.add(answer.standing.string, at: x, style: Theme.text, width: max(0, end - x))
    }

    private func note(_ note: DisplayText) -> [ChatLine] {
        TextWrapping.lines(note.string, width: max(1, width)).map { part in
            var line = ChatLine()
            line.add(part, at: start, style: Theme.dim, width: width)
            return line
        }
    }
}

/// The actions on the selected poll.
extension ChatPane {
    package func perform(_ action: ActionID, at place: Int) -> Bool {
        guard let actions else { return perform(action) }
        switch action {
        case .answerByNumber: answer(place, of: actions)
        case .answerPoll: chooseAnswer(of: actions, beginningAt: place)
        default: return perform(action)
        }
        return true
    }

    package func choices(of action: ActionID) -> [ActionChoice]? {
        let answers = actions?.pollAnswers ?? []
        switch action {
        case .answerByNumber: return answers.map { ActionChoice(title: $0.title, reason: $0.choose.reason) }
        // The letters for numbers suffice up to their count; a longer poll uses the list of answers.
        case .answerPoll: return answers.count > Self.numberedAnswers ? nil : []
        case .endPoll: return answers.isEmpty ? [] : nil
        default: return nil
        }
    }

    /// The number of answers that have a number in the menu.
    private static let numberedAnswers = 9

    /// Returns the reason why no answer can be chosen.
    func reasonAgainstAnswers(of actions: MessageActions) -> DisplayText? {
        guard let first = actions.pollAnswers.first else { return .words("poll.is-none") }
        return actions.pollAnswers.contains { $0.choose.reason == nil } ? nil : first.choose.reason
    }

    func answer(_ place: Int, of actions: MessageActions) {
        guard !actions.pollAnswers.isEmpty else { return host.showMessage(.words("poll.is-none")) }
        guard actions.pollAnswers.indices.contains(place) else {
            return host.showMessage(.words("poll.no-such-answer"))
        }
        host.showMessage(actions.pollAnswers[place].choose())
    }

    /// Opens the list of a poll's answers at the clicked one; Enter then votes. A click alone never votes.
    ///
    /// - Returns: whether an answer can be chosen.
    func listAnswers(of row: ChatRowID, beginningAt place: Int) -> Bool {
        guard let actions = model?.actions(row), actions.pollAnswers.indices.contains(place),
            reasonAgainstAnswers(of: actions) == nil
        else { return false }
        stopWaiting()
        selected = row
        chooseAnswer(of: actions, beginningAt: place)
        return true
    }

    func chooseAnswer(of actions: MessageActions, beginningAt place: Int = 0) {
        if let reason = reasonAgainstAnswers(of: actions) { return host.showMessage(reason) }
        let rows = actions.pollAnswers.enumerated().map { place, answer in
            FuzzyListRowViewModel(
                id: FuzzyListRowID("\(place)"), title: DisplayText(sanitizing: "\(place + 1) ") + answer.title,
                choose: answer.choose)
        }
        host.choose(
            from: FuzzyListViewModel(
                title: .words("poll.answer"), rows: rows.map(host.closing), emptyText: .words("poll.no-such-answer"),
                isChosenByClick: false, cancel: { [weak host] in host?.closeTop() }),
            beginningAt: FuzzyListRowID("\(place)"))
    }

    func askToEnd(_ actions: MessageActions) {
        if let reason = actions.endPoll.reason { return host.showMessage(reason) }
        host.ask(.words("poll.end-question"), actions.endPoll)
    }
}
