import MatrixAPI
import ViewModels

/// What is wrong with a poll that was typed.
package enum PollProblem: Error, Hashable, Sendable {
    /// Less than two answers.
    case tooFewAnswers
    case tooManyAnswers
    /// Two answers have the same words.
    case answersAlike
    /// In front of the question stands what is no option, as in `--all`; from outside.
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
