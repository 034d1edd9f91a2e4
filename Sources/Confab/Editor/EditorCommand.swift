/// The command of the user's editor as a list of words. It runs without a shell.
struct EditorCommand: Equatable {
    let words: [String]

    /// Takes the command from `VISUAL`, else from `EDITOR`, else uses vi.
    init(environment: [String: String]) {
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.map(Self.words).first { !$0.isEmpty }
        words = named ?? ["vi"]
    }

    /// Splits a text at blanks, but not within quotation marks or after a backslash.
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
