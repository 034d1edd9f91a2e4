import MatrixAPI
import ViewModels

/// The data that is sent with the end of a poll.
package struct PollClosing: Hashable, Sendable {
    let form: PollForm
    /// The text for clients without polls.
    let fallback: String
    /// The number of votes, by the answer's identifier.
    let results: [String: Int]
}

/// Errors in a typed poll.
package enum PollProblem: Error, Hashable, Sendable {
    /// There are fewer than two answers.
    case tooFewAnswers
    case tooManyAnswers
    /// Two answers have the same text.
    case answersAlike
    /// The text before the question has an unknown option, such as `--all`. It comes from outside.
    case unknownOption(String)
}

extension PollProblem {
    var text: String {
        switch self {
        case .tooFewAnswers: .words("poll.too-few-answers")
        case .tooManyAnswers: .words("poll.too-many-answers", count: PollStart.mostAnswers)
        case .answersAlike: .words("poll.answers-alike")
        case .unknownOption(let option): .words("poll.unknown-option", ["option": option])
        }
    }
}
