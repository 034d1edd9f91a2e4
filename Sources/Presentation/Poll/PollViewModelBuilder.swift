import Conversations
import Engine
import MatrixAPI
import Messenger
import ViewModels

/// Builds the answers and the note below a poll's question.
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

/// Adds the actions of a poll.
extension MessageActionsBuilder {
    func add(pollOf message: Message, _ asked: AskedChanges.Changes, to actions: inout MessageActions) {
        guard let form = message.pollForm,
            let tally = PollTally(
                message, ownUserID: content.ownUserID, waiting: asked.answer?.pollAnswers, power: content.power)
        else { return }
        let hindrance = closed ?? gone(message, asked) ?? over(tally)
        let target = OutboxLine.Target.event(message.eventID)
        let mute = own.denialReason(toSend: form.responseType, .words("poll.answer-here"))
        actions.pollAnswers = tally.poll.answers.map { answer in
            let isOwn = tally.own.contains(answer.id)
            let title = isOwn ? String.words("poll.yours-to-take-back", ["answer": answer.text]) : answer.text
            return PollChoice(
                title: DisplayText(sanitizing: title),
                choose: choosing(answer, in: tally, unless: hindrance ?? mute) {
                    .answering(target, $0, form: form, chatID: chat.id)
                })
        }
        if let reason = hindrance ?? endDenialReason(message, form, asked) {
            actions.endPoll = .unavailable(reason)
        } else {
            let leaders = tally.leaders.map(\.text).joined(separator: ", ")
            let closing = PollClosing(
                form: form,
                fallback: leaders.isEmpty
                    ? .words("poll.fallback-end") : .words("poll.fallback-end-with", ["answers": leaders]),
                results: tally.counts)
            actions.endPoll = .available { [queue, chat] in
                queue.post(PollEvent.ending(target, closing, chatID: chat.id))
            }
        }
    }

    private func choosing(
        _ answer: PollStart.Answer, in tally: PollTally, unless reason: DisplayText?,
        _ event: ([String]) -> PollEvent
    ) -> Action<Void> {
        if let reason { return .unavailable(reason) }
        guard let chosen = tally.choosing(answer.id) else {
            return .unavailable(.words("poll.take-one-back-first", count: tally.poll.maximumSelections))
        }
        let event = event(chosen)
        return .available { [queue] in queue.post(event) }
    }

    private func over(_ tally: PollTally) -> DisplayText? { tally.isOver ? .words("poll.is-over") : nil }

    private func endDenialReason(_ message: Message, _ form: PollForm, _ asked: AskedChanges.Changes) -> DisplayText? {
        if let end = asked.pollEnd, !end.isRefused { return .words("poll.is-being-ended") }
        guard message.sender == content.ownUserID || content.power?.mayRedactOthers(content.ownUserID) ?? false else {
            return .words("poll.only-who-asked-can-end")
        }
        return own.denialReason(toSend: form.endType, .words("poll.end-here"))
    }
}
