import MatrixAPI
import ViewModels

/// What is wrong with a poll that was typed.
package enum PollProblem: Error, Hashable, Sendable {
    /// Less than two answers.
    case tooFewAnswers
    case tooManyAnswers
    /// Two answers have the same words.
    case answersAlike
}

extension PollProblem {
    var text: String {
        switch self {
        case .tooFewAnswers: .words("poll.too-few-answers")
        case .tooManyAnswers: .words("poll.too-many-answers", count: PollStart.mostAnswers)
        case .answersAlike: .words("poll.answers-alike")
        }
    }
}
