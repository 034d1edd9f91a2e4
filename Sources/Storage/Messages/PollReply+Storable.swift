import Conversations

extension PollReply.What {
    /// The stored answers; `nil` for the end of a poll.
    var storedAnswers: String? {
        guard case .answers(let answers) = self else { return nil }
        return IdentifierText.join(answers)
    }

    init(storedAnswers: String?) {
        self = storedAnswers.map { .answers(IdentifierText.split($0)) } ?? .end
    }
}
