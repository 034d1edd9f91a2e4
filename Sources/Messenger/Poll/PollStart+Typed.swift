import MatrixAPI

extension PollStart {
    /// - Parameter typed: as in `Tea or coffee? | Tea | Coffee`.
    init(typed: String) throws(PollProblem) {
        let parts = typed.split(separator: "|").map { part in
            part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty }
        guard let question = parts.first, parts.count > 2 else { throw .tooFewAnswers }
        let answers = parts.dropFirst()
        guard answers.count <= PollStart.mostAnswers else { throw .tooManyAnswers }
        guard Set(answers).count == answers.count else { throw .answersAlike }
        self.init(question: question, answers: answers.enumerated().map { Answer(id: "\($0 + 1)", text: $1) })
    }
}
