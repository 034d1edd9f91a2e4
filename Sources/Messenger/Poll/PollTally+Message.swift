import Conversations
import MatrixAPI

extension PollTally {
    /// - Parameters:
    ///   - waiting: what one chose that the timeline doesn't show yet.
    ///   - power: who may do what in the chat, where that is known.
    /// - Returns: `nil` where the message is no poll, or what it asked is gone.
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

    /// Of one that is on its way, and that nobody can have answered.
    init?(_ line: OutboxLine) {
        guard line.kind == .poll, let content = try? JSONValue(parsing: line.content),
            let poll = PollStart(content: content)
        else { return nil }
        self.init(poll, replies: [], ownUserID: "") { _ in false }
    }
}

extension OutboxLine {
    /// What it chooses in a poll.
    var pollAnswers: [String]? {
        if case .pollAnswer(_, let answers) = purpose, !isRefused { answers } else { nil }
    }
}

extension Message {
    /// In which form it is answered.
    var pollForm: PollForm? {
        guard kind == .poll else { return nil }
        return (try? JSONValue(parsing: source))?["type"]?.string.flatMap(PollForm.init(startType:))
    }
}
