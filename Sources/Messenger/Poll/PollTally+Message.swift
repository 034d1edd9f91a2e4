import Conversations
import MatrixAPI

extension PollTally {
    /// - Parameters:
    ///   - waiting: the user's vote that the timeline doesn't show yet.
    ///   - power: the power levels of the chat, if they are known.
    /// - Returns: `nil` if the message is not a poll, or the poll was deleted.
    init?(_ message: Message, ownUserID: String, waiting: [String]? = nil, power: ChatPower?) {
        guard message.kind == .poll, !message.isRemoved,
            let content = (try? JSONValue(parsing: message.source))?["content"],
            let poll = PollStart(content: content)
        else { return nil }
        let asker = message.sender
        self.init(poll, replies: message.pollReplies, ownUserID: ownUserID, waiting: waiting) { person in
            person == asker || power?.mayRedactOthers(person) ?? false
        }
    }

    /// Makes the tally of an unsent poll, which has no votes yet.
    init?(_ line: OutboxLine) {
        guard line.kind == .poll, let content = try? JSONValue(parsing: line.content),
            let poll = PollStart(content: content)
        else { return nil }
        self.init(poll, replies: [], ownUserID: "") { _ in false }
    }
}

extension OutboxLine {
    /// The chosen answers, if the line is a vote in a poll.
    var pollAnswers: [String]? {
        if case .pollAnswer(_, let answers) = purpose, !isRefused { answers } else { nil }
    }
}

extension Message {
    /// The poll format of the message, which votes have to use too.
    var pollForm: PollForm? {
        guard kind == .poll else { return nil }
        return (try? JSONValue(parsing: source))?["type"]?.string.flatMap(PollForm.init(startType:))
    }
}
