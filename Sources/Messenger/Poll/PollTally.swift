package import Conversations
package import MatrixAPI

/// The result of a poll by the rules of MSC3381: each person's last vote counts, unless it came after the end.
package struct PollTally: Hashable, Sendable {
    package let poll: PollStart
    /// The number of votes, by the answer's identifier.
    package let counts: [String: Int]
    /// The number of people who voted.
    package let voterCount: Int
    /// The user's own vote.
    package let own: Set<String>
    package let isOver: Bool

    /// - Parameters:
    ///   - replies: the votes and the end, oldest first.
    ///   - waiting: the user's vote that the timeline doesn't show yet.
    ///   - mayEnd: whether the person with a Matrix ID may end the poll.
    init(
        _ poll: PollStart, replies: [PollReply], ownUserID: String, waiting: [String]? = nil,
        mayEnd: (String) -> Bool
    ) {
        let end = replies.first { $0.what == .end && mayEnd($0.sender) }?.timestamp
        var chosen: [String: [String]] = [:]
        for reply in replies where reply.timestamp <= end ?? .max {
            if case .answers(let answers) = reply.what { chosen[reply.sender] = answers }
        }
        if end == nil, let waiting { chosen[ownUserID] = waiting }
        let known = Set(poll.answers.map(\.id))
        // A vote with an unknown answer is invalid as a whole. It still replaces the person's previous vote.
        let valid = chosen.mapValues { Set($0.prefix(poll.maximumSelections)) }
            .filter { !$0.value.isEmpty && $0.value.isSubset(of: known) }
        self.poll = poll
        counts = valid.values.reduce(into: [:]) { counts, answers in
            for answer in answers { counts[answer, default: 0] += 1 }
        }
        voterCount = valid.count
        own = valid[ownUserID] ?? []
        isOver = end != nil
    }

    package var showsResults: Bool { poll.isDisclosed || isOver }

    /// The answers with the most votes, in the order of the poll; empty if there are no votes.
    package var leaders: [PollStart.Answer] {
        guard let most = counts.values.max() else { return [] }
        return poll.answers.filter { counts[$0.id] == most }
    }

    /// Returns the user's vote after adding this answer, or removing it if it is chosen already.
    ///
    /// - Returns: `nil` if the maximum number of answers is chosen already.
    package func choosing(_ answer: String) -> [String]? {
        var chosen = own
        if chosen.remove(answer) == nil {
            if poll.maximumSelections == 1 { chosen = [] }
            guard chosen.count < poll.maximumSelections else { return nil }
            chosen.insert(answer)
        }
        return poll.answers.map(\.id).filter(chosen.contains)
    }
}

extension PollTally {
    /// - Parameters:
    ///   - waiting: the user's vote that the timeline doesn't show yet.
    ///   - power: the power levels of the chat, if they are known.
    /// - Returns: `nil` if the message is not a poll, or the poll was deleted.
    package init?(_ message: Message, ownUserID: String, waiting: [String]? = nil, power: ChatPower?) {
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
    package init?(_ line: OutboxLine) {
        guard line.kind == .poll, let content = try? JSONValue(parsing: line.content),
            let poll = PollStart(content: content)
        else { return nil }
        self.init(poll, replies: [], ownUserID: "") { _ in false }
    }
}

extension OutboxLine {
    /// The chosen answers, if the line is a vote in a poll.
    package var pollAnswers: [String]? {
        if case .pollAnswer(_, let answers) = purpose, !isRefused { answers } else { nil }
    }
}

extension Message {
    /// The poll format of the message, which votes have to use too.
    package var pollForm: PollForm? {
        guard kind == .poll else { return nil }
        return (try? JSONValue(parsing: source))?["type"]?.string.flatMap(PollForm.init(startType:))
    }
}
