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

/// The options in front of a poll's question, as in `/poll --several Tea? | Green | Black`.
enum PollOption: String, CaseIterable {
    /// Any number of answers may be chosen.
    case several
    /// The results are shown only after the poll has ended.
    case hidden

    /// Splits the options from the typed text. After `--` alone, the question may begin like an option.
    static func split(_ typed: String) throws(PollProblem) -> (options: Set<PollOption>, rest: String) {
        var options: Set<PollOption> = []
        var rest = typed.drop(while: \.isWhitespace)
        while rest.hasPrefix("--") {
            let word = rest.prefix { !$0.isWhitespace && $0 != "|" }
            let isEnd = word == "--"
            guard isEnd || word.dropFirst(2).first?.isLetter == true else { break }
            rest = rest.dropFirst(word.count).drop(while: \.isWhitespace)
            if isEnd { break }
            guard let option = PollOption(rawValue: word.dropFirst(2).lowercased()) else {
                throw .unknownOption(String(word))
            }
            options.insert(option)
        }
        return (options, String(rest))
    }
}
