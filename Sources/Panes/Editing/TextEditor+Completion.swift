import ViewModels

extension TextEditor {
    /// The completion query before the cursor, and its length in characters.
    var completion: (query: CompletionQuery, count: Int)? {
        let line = lines[place.line].characters
        let nearest = line[..<place.column].suffix(Self.longestWord)
        let word = Array(nearest[((nearest.lastIndex(where: \.isWhitespace) ?? nearest.startIndex - 1) + 1)...])
        guard word.count < Self.longestWord else { return nil }
        if place.line == 0, word.count == place.column, word.first == "/" { return command(word) }
        let opened = word.drop { Self.brackets.contains($0) }
        guard let sign = opened.first else { return nil }
        let rest = opened.dropFirst()
        switch sign {
        case "@":
            return (CompletionQuery(kind: .person, text: String(rest)), opened.count)
        case ":":
            // `:)` and `:3` are not completed.
            let name = rest.last == ":" ? rest.dropLast() : rest
            guard name.count > 1, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
            return (CompletionQuery(kind: .emoji, text: String(rest)), opened.count)
        default:
            return nil
        }
    }

    /// The word before the cursor if it may be a name.
    var nameBeforeCursor: String? {
        let word = lines[place.line].characters[..<place.column].suffix(Self.longestWord)
            .reversed().prefix { !$0.isWhitespace }.reversed()
        guard !word.isEmpty, word.count < Self.longestWord, word.first?.isLetter == true else { return nil }
        return String(word)
    }

    /// Returns the query for a command. Paths are not commands, and two slashes escape a line that begins with one.
    private func command(_ word: [Character]) -> (query: CompletionQuery, count: Int)? {
        let name = word.dropFirst()
        guard !name.contains("/") else { return nil }
        return (CompletionQuery(kind: .command, text: String(name)), word.count)
    }

    private static let longestWord = 64
    private static let brackets = Set("([{\"'“‘")
}
