import ViewModels

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
        guard !actions.pollAnswers.isEmpty else { return host.say(.words("poll.is-none")) }
        guard actions.pollAnswers.indices.contains(place) else { return host.say(.words("poll.no-such-answer")) }
        host.say(actions.pollAnswers[place].choose())
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
        if let reason = reasonAgainstAnswers(of: actions) { return host.say(reason) }
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
        if let reason = actions.endPoll.reason { return host.say(reason) }
        host.ask(.words("poll.end-question"), actions.endPoll)
    }
}
