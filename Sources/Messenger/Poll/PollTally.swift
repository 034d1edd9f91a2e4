import Conversations
import MatrixAPI

/// How a poll stands, by the rules of MSC3381: the newest answer of each person counts, unless it came after the end.
struct PollTally: Hashable, Sendable {
    let poll: PollStart
    /// How many chose an answer, by its identifier.
    let counts: [String: Int]
    /// How many chose any.
    let voterCount: Int
    /// What one chose oneself.
    let own: Set<String>
    let isOver: Bool

    /// - Parameters:
    ///   - replies: the oldest first.
    ///   - waiting: what one chose that the timeline doesn't show yet.
    ///   - mayEnd: whether a person may end it, by the Matrix ID.
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
        // One that names what is no answer is spoiled as a whole, and takes back the one before it.
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

    var showsResults: Bool { poll.isDisclosed || isOver }

    /// Those that most people chose, in the order of the poll; none where nobody chose.
    var leaders: [PollStart.Answer] {
        guard let most = counts.values.max() else { return [] }
        return poll.answers.filter { counts[$0.id] == most }
    }

    /// What one has chosen once this answer is chosen as well, or taken back where it is one's own.
    ///
    /// - Returns: `nil` where one has chosen as many as one may.
    func choosing(_ answer: String) -> [String]? {
        var chosen = own
        if chosen.remove(answer) == nil {
            if poll.maximumSelections == 1 { chosen = [] }
            guard chosen.count < poll.maximumSelections else { return nil }
            chosen.insert(answer)
        }
        return poll.answers.map(\.id).filter(chosen.contains)
    }
}
