/// A word of a line for the spelling check.
struct SpelledWord: Equatable {
    /// The range in the characters of the line.
    let range: Range<Int>
    /// The word as spelled in dictionaries.
    let text: String
}

extension Paragraph {
    /// The maximum length; longer lines are not checked.
    private static let mostCharacters = 4_000

    /// Returns the words to check. Addresses, names, emoji, code, and words with digits or only capitals are left
    /// out.
    func findWords() -> [SpelledWord] {
        guard characters.count <= Self.mostCharacters else { return [] }
        var words: [SpelledWord] = []
        var isCode = false
        var place = 0
        while place < characters.count {
            guard !characters[place].isWhitespace else {
                place += 1
                continue
            }
            let end = characters[place...].firstIndex(where: \.isWhitespace) ?? characters.count
            let token = characters[place..<end]
            let wasCode = isCode
            if token.count(where: { $0 == "`" }) % 2 == 1 { isCode.toggle() }
            if !wasCode, !isCode, !token.contains("`"), !Self.isOther(token) { words += Self.words(of: token) }
            place = end
        }
        return words
    }

    /// Whether the token is an address, a path, a name or an emoji code.
    private static func isOther(_ token: ArraySlice<Character>) -> Bool {
        let opened = token.drop { "([{\"'“‘„«¿¡*_~".contains($0) }
        if let first = opened.first, "@#!/:\\<&$%~".contains(first) { return true }
        if opened.contains(where: { "@/\\_=<>|#$%^*".contains($0) }) { return true }
        // Looks for a dot within the token, as in `example.org`, not for the one that ends a sentence.
        let stem = opened.reversed().drop { !$0.isLetter && !$0.isNumber }
        return stem.contains(".") || stem.contains(":")
    }

    private static func words(of token: ArraySlice<Character>) -> [SpelledWord] {
        var words: [SpelledWord] = []
        var place = token.startIndex
        while place < token.endIndex {
            guard token[place].isLetter else {
                if token[place].isNumber { return [] }
                place += 1
                continue
            }
            var end = place + 1
            while end < token.endIndex,
                token[end].isLetter || isApostrophe(token[end]) && end + 1 < token.endIndex && token[end + 1].isLetter
            {
                end += 1
            }
            let letters = token[place..<end]
            if letters.count > 1, letters.contains(where: \.isLowercase) || !letters.contains(where: \.isUppercase) {
                words.append(
                    SpelledWord(range: place..<end, text: String(letters.map { isApostrophe($0) ? "'" : $0 })))
            }
            place = end
        }
        return token.contains(where: \.isNumber) ? [] : words
    }

    private static func isApostrophe(_ character: Character) -> Bool { character == "'" || character == "’" }
}
