/// The command of the person's editor as a list of words: no shell reads it.
struct EditorCommand: Equatable {
    let words: [String]

    /// By `VISUAL`, else `EDITOR`, else vi.
    init(environment: [String: String]) {
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.map(Self.words).first { !$0.isEmpty }
        words = named ?? ["vi"]
    }

    /// Words are parted by blanks, but not within quotation marks or behind a backslash.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }
}
