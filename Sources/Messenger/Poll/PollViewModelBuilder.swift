import MatrixAPI
import ViewModels

/// Builds the answers and the note beneath a poll's question.
struct PollViewModelBuilder {
    let tally: PollTally
    /// Whether the poll isn't sent yet, so that nobody can vote.
    var isUnsent = false

    func build() -> PollViewModel {
        PollViewModel(
            answers: tally.poll.answers.enumerated().map { place, answer in
                PollViewModel.Answer(
                    number: DisplayText(sanitizing: "\(place + 1)"), text: DisplayText(sanitizing: answer.text),
                    standing: standing(of: answer), share: share(of: answer))
            }, note: note)
    }

    private func share(of answer: PollStart.Answer) -> Int? {
        guard tally.showsResults, !isUnsent else { return nil }
        return (tally.counts[answer.id] ?? 0) * 1_000 / max(1, tally.voterCount)
    }

    private func standing(of answer: PollStart.Answer) -> DisplayText {
        let isOwn = tally.own.contains(answer.id)
        guard tally.showsResults, !isUnsent else { return isOwn ? .words("poll.yours") : .empty }
        let count = "\(tally.counts[answer.id] ?? 0)"
        return isOwn ? .words("poll.count-with-yours", ["count": count]) : DisplayText(sanitizing: count)
    }

    private var note: DisplayText {
        if isUnsent { return .words("poll.is-not-asked-yet") }
        let people = people.string
        if tally.isOver {
            let leaders = DisplayText(sanitizing: tally.leaders.map(\.text).joined(separator: ", "))
            guard !leaders.isEmpty else { return .words("poll.ended", ["people": people]) }
            return .words("poll.ended-with", ["people": people, "answers": leaders.string])
        }
        var note: DisplayText =
            tally.poll.isDisclosed ? .words("poll.open", ["people": people]) : .words("poll.secret", ["people": people])
        let most = tally.poll.maximumSelections
        if most > 1 { note = note + " " + .words("poll.choose-up-to", count: most) }
        return tally.own.isEmpty ? note + " " + .words("poll.how-to-answer") : note
    }

    private var people: DisplayText {
        tally.voterCount == 0 ? .words("poll.nobody") : .words("poll.people", count: tally.voterCount)
    }
}
