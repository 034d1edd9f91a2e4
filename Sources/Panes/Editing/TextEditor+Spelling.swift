extension TextEditor {
    /// Returns the words of a line for the spelling check; none in commands and in code.
    func words(ofLine line: Int) -> [SpelledWord] {
        if line == 0, isCommand { return [] }
        return isCode(line) ? [] : lines[line].words
    }

    private var isCommand: Bool {
        let start = String(lines[0].characters.prefix(4))
        return start.hasPrefix("/") && !start.hasPrefix("//") && start != "/me "
    }

    private func isCode(_ line: Int) -> Bool {
        let fences = lines[...line].count { $0.characters.starts(with: "```") }
        return fences % 2 == 1 || lines[line].characters.starts(with: "```")
    }

    /// Moves the cursor behind a word.
    mutating func move(behind word: SpelledWord, ofLine line: Int) {
        move(to: TextPlace(line: line, column: word.range.upperBound))
    }
}
