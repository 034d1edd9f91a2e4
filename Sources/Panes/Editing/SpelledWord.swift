/// A word of a line for the spelling check.
struct SpelledWord: Equatable {
    /// The range in the characters of the line.
    let range: Range<Int>
    /// The word as spelled in dictionaries.
    let text: String
}

extension Paragraph {
    /// The maximum length; longer lines are not checked.
    private static let maxCharacters = 4_000

    /// Returns the words to check. Addresses, names, emoji, code, and words with digits or only capitals are left
    /// out.
    func findWords() -> [SpelledWord] {
        guard characters.count <= Self.maxCharacters else { return [] }
        if let ascii { return Self.words(in: ascii) }
        return Self.words(in: characters)
    }

    private static func words<Letter: SpelledLetter>(in line: [Letter]) -> [SpelledWord] {
        var words: [SpelledWord] = []
        var isCode = false
        var place = 0
        while place < line.count {
            guard !line[place].isBlank else {
                place += 1
                continue
            }
            let end = line[place...].firstIndex(where: \.isBlank) ?? line.count
            let token = line[place..<end]
            let marks = token.count(where: \.isCodeMark)
            let wasCode = isCode
            if marks % 2 == 1 { isCode.toggle() }
            if !wasCode, !isCode, marks == 0, !isOther(token) { words += Self.words(of: token) }
            place = end
        }
        return words
    }

    /// Whether the token is an address, a path, a name or an emoji code.
    private static func isOther(_ token: ArraySlice<some SpelledLetter>) -> Bool {
        let opened = token.drop(while: \.opensWord)
        if let first = opened.first, first.opensName { return true }
        if opened.contains(where: \.isPartOfAddress) { return true }
        // Looks for a dot within the token, as in `example.org`, not for the one that ends a sentence.
        guard let last = opened.lastIndex(where: { $0.isInWord || $0.isDigit }) else { return false }
        return opened[...last].contains(where: \.joinsNames)
    }

    private static func words<Letter: SpelledLetter>(of token: ArraySlice<Letter>) -> [SpelledWord] {
        guard !token.contains(where: \.isDigit) else { return [] }
        var words: [SpelledWord] = []
        var place = token.startIndex
        while place < token.endIndex {
            guard token[place].isInWord else {
                place += 1
                continue
            }
            var end = place + 1
            while end < token.endIndex,
                token[end].isInWord || token[end].isApostrophe && end + 1 < token.endIndex && token[end + 1].isInWord
            {
                end += 1
            }
            let letters = token[place..<end]
            if letters.count > 1, letters.contains(where: \.isSmall) || !letters.contains(where: \.isCapital) {
                words.append(SpelledWord(range: place..<end, text: Letter.text(letters)))
            }
            place = end
        }
        return words
    }
}

/// A letter of a line whose words are found: a character, or a byte of a line of ASCII.
private protocol SpelledLetter {
    var isBlank: Bool { get }
    var isCodeMark: Bool { get }
    var isInWord: Bool { get }
    var isDigit: Bool { get }
    var isSmall: Bool { get }
    var isCapital: Bool { get }
    var isApostrophe: Bool { get }
    /// Whether this letter may precede a word without a blank, as a bracket does.
    var opensWord: Bool { get }
    /// Whether a token that begins with this letter is a name.
    var opensName: Bool { get }
    /// Whether a token that contains this letter is an address or a path.
    var isPartOfAddress: Bool { get }
    /// Whether this letter joins the parts of an address.
    var joinsNames: Bool { get }

    /// Returns the word as spelled in dictionaries.
    static func text(_ letters: ArraySlice<Self>) -> String
}

extension Character: SpelledLetter {
    fileprivate var isBlank: Bool { isWhitespace }
    fileprivate var isCodeMark: Bool { self == "`" }
    fileprivate var isInWord: Bool { isLetter }
    fileprivate var isDigit: Bool { isNumber }
    fileprivate var isSmall: Bool { isLowercase }
    fileprivate var isCapital: Bool { isUppercase }
    fileprivate var isApostrophe: Bool { self == "'" || self == "’" }
    fileprivate var opensWord: Bool { "([{\"'“‘„«¿¡*_~".contains(self) }
    fileprivate var opensName: Bool { "@#!/:\\<&$%~".contains(self) }
    fileprivate var isPartOfAddress: Bool { "@/\\_=<>|#$%^*".contains(self) }
    fileprivate var joinsNames: Bool { self == "." || self == ":" }

    fileprivate static func text(_ letters: ArraySlice<Character>) -> String {
        String(letters.map { $0.isApostrophe ? "'" : $0 })
    }
}

extension UInt8: SpelledLetter {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") }
    fileprivate var isCodeMark: Bool { self == UInt8(ascii: "`") }
    fileprivate var isInWord: Bool { isSmall || isCapital }
    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    fileprivate var isSmall: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
    fileprivate var isCapital: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
    fileprivate var isApostrophe: Bool { self == UInt8(ascii: "'") }
    fileprivate var opensWord: Bool { !isInWord && Character(Unicode.Scalar(self)).opensWord }
    fileprivate var opensName: Bool { !isInWord && Character(Unicode.Scalar(self)).opensName }
    fileprivate var isPartOfAddress: Bool { !isInWord && Character(Unicode.Scalar(self)).isPartOfAddress }
    fileprivate var joinsNames: Bool { self == UInt8(ascii: ".") || self == UInt8(ascii: ":") }

    fileprivate static func text(_ letters: ArraySlice<UInt8>) -> String { String(decoding: letters, as: UTF8.self) }
}
