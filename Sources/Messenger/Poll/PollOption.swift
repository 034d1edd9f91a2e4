/// What is typed in front of the question of a poll, as in `/poll --several Tea? | Green | Black`.
enum PollOption: String, CaseIterable {
    /// A person may choose as many answers as there are.
    case several
    /// How many chose what is told at the end alone.
    case hidden

    /// Takes the options off the beginning of what was typed. Behind `--` alone a question may begin as they do.
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
