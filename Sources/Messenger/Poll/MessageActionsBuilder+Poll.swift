import Conversations
import MatrixAPI
import ViewModels

/// Adds the actions of a poll.
extension MessageActionsBuilder {
    func add(pollOf message: Message, _ asked: AskedChanges.Changes, to actions: inout MessageActions) {
        guard let form = message.pollForm,
            let tally = PollTally(
                message, ownUserID: content.ownUserID, waiting: asked.answer?.pollAnswers, power: content.power)
        else { return }
        let hindrance = closed ?? gone(message, asked) ?? over(tally)
        let target = OutboxLine.Target.event(message.eventID)
        let mute = own.lack(toSend: form.responseType, .words("poll.answer-here"))
        actions.pollAnswers = tally.poll.answers.map { answer in
            let isOwn = tally.own.contains(answer.id)
            let title = isOwn ? String.words("poll.yours-to-take-back", ["answer": answer.text]) : answer.text
            return PollChoice(
                title: DisplayText(sanitizing: title),
                choose: choosing(answer, in: tally, unless: hindrance ?? mute) {
                    .answering(target, $0, form: form, chatID: chat.id)
                })
        }
        if let reason = hindrance ?? lackToEnd(message, form, asked) {
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

    private func lackToEnd(_ message: Message, _ form: PollForm, _ asked: AskedChanges.Changes) -> DisplayText? {
        if let end = asked.pollEnd, !end.isRefused { return .words("poll.is-being-ended") }
        guard message.sender == content.ownUserID || content.power?.mayRedactOthers(content.ownUserID) ?? false else {
            return .words("poll.only-who-asked-can-end")
        }
        return own.lack(toSend: form.endType, .words("poll.end-here"))
    }
}
