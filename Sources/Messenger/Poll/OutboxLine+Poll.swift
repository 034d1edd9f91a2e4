import Conversations
import MatrixAPI

extension OutboxLine {
    /// Makes the line for a new poll.
    static func poll(_ poll: PollStart, chatID: String, thread: ThreadPlace? = nil, now: Int64) -> OutboxLine {
        var content = poll.sentContent
        if let thread { content["m.relates_to"] = MessageContent.relation(to: thread) }
        return OutboxLine(
            id: newID(now: now), chatID: chatID, type: PollForm.unstable.startType, kind: .poll, body: poll.question,
            content: content.serializedText, acceptedAt: now, state: .queued)
    }

    static func pollAnswer(
        to target: Target, _ answers: [String], form: PollForm, chatID: String, now: Int64
    ) -> OutboxLine {
        OutboxLine(
            id: newID(now: now), chatID: chatID, type: form.responseType, purpose: .pollAnswer(to: target, answers),
            body: "", content: form.response(answers, to: target.eventID).serializedText, acceptedAt: now,
            state: .queued)
    }

    static func pollEnd(of target: Target, _ closing: PollClosing, chatID: String, now: Int64) -> OutboxLine {
        let content = closing.form.end(of: target.eventID, fallback: closing.fallback, results: closing.results)
        return OutboxLine(
            id: newID(now: now), chatID: chatID, type: closing.form.endType, purpose: .pollEnd(of: target), body: "",
            content: content.serializedText, acceptedAt: now, state: .queued)
    }
}

extension PollStart {
    /// The content, with a plain list of the answers for clients without polls.
    var sentContent: JSONValue {
        let lines = answers.enumerated().map { "\($0 + 1). \($1.text)" }
        return content(fallback: ([question] + lines).joined(separator: "\n"))
    }
}
