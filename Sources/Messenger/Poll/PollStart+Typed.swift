import MatrixAPI

extension PollStart {
    /// - Parameter typed: the typed text, such as `Tea or coffee? | Tea | Coffee`, with an optional ``PollOption`` in
    ///   front.
    init(typed: String) throws(PollProblem) {
        let (options, typed) = try PollOption.split(typed)
        let parts = typed.split(separator: "|").map { part in
            part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty }
        guard let question = parts.first, parts.count > 2 else { throw .tooFewAnswers }
        let answers = parts.dropFirst()
        guard answers.count <= PollStart.mostAnswers else { throw .tooManyAnswers }
        guard Set(answers).count == answers.count else { throw .answersAlike }
        self.init(
            question: question, answers: answers.enumerated().map { Answer(id: "\($0 + 1)", text: $1) },
            maximumSelections: options.contains(.several) ? answers.count : 1,
            isDisclosed: !options.contains(.hidden))
    }
}
