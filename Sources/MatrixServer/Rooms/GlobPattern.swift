/// A pattern with `*` for any characters and `?` for a single one, ignoring case (specification, appendices,
/// "Glob-style matching").
///
/// Stars divide it into parts that are found one after the other, each as early as possible. A part is found in a
/// single pass that follows all possible starts at once (Shift-And). The time is thus at most the text's length
/// times the pattern's through 64.
struct GlobPattern: Sendable {
    /// NOTSPEC: a longer pattern matches nothing.
    private static let longest = 1024

    private let parts: [Part]
    private let isTooLong: Bool

    init(_ pattern: String) {
        let characters = Array(pattern.lowercased())
        isTooLong = characters.count > GlobPattern.longest
        parts = isTooLong ? [] : characters.split(separator: "*", omittingEmptySubsequences: false).map { Part($0) }
    }

    /// Whether it matches the whole text.
    func matches(_ text: FoldedText) -> Bool {
        isFound(in: text, begins: { $0 == 0 }, ends: { $0 == text.count })
    }

    func matches(_ text: String) -> Bool { matches(FoldedText(text)) }

    /// Whether it matches a part of the text with no ASCII letter, digit or underscore beside it (client-server
    /// API, "Push Rules", `content.body`).
    func matchesWords(of text: FoldedText) -> Bool {
        if parts.allSatisfy(\.isEmpty), parts.count < 2 { return false }
        return isFound(
            in: text, begins: { $0 == 0 || !text.isPartOfWord[$0 - 1] },
            ends: { $0 == text.count || !text.isPartOfWord[$0] })
    }

    /// - Parameters:
    ///   - begins: Whether a match may begin before this position; 0 is allowed.
    ///   - ends: Whether a match may end before this position; the end of the text is allowed.
    private func isFound(in text: FoldedText, begins: (Int) -> Bool, ends: (Int) -> Bool) -> Bool {
        guard !isTooLong, let first = parts.first, let last = parts.last else { return false }
        // A text without a letter of the pattern is not searched.
        guard parts.allSatisfy({ $0.hasItsLetters(in: text) }) else { return false }
        if parts.count == 1 { return first.find(in: text, from: 0, begins: begins, ends: ends) != nil }
        guard var place = first.find(in: text, from: 0, begins: begins, ends: { _ in true }) else { return false }
        for part in parts.dropFirst().dropLast() {
            guard let end = part.find(in: text, from: place, begins: { _ in true }, ends: { _ in true }) else {
                return false
            }
            place = end
        }
        return last.find(in: text, from: place, begins: { _ in true }, ends: ends) != nil
    }

    /// The text between two stars.
    private struct Part {
        private let count: Int
        /// The positions of each character in the part, as a bit set.
        private let places: [Character: [UInt64]]
        /// The positions at which any character matches.
        private let anywhere: [UInt64]

        init(_ characters: ArraySlice<Character>) {
            count = characters.count
            let size = (count + 63) / 64
            var anywhere = [UInt64](repeating: 0, count: size)
            for (place, character) in characters.enumerated() where character == "?" {
                anywhere[place / 64] |= 1 << UInt64(place % 64)
            }
            var places: [Character: [UInt64]] = [:]
            for (place, character) in characters.enumerated() where character != "?" {
                places[character, default: anywhere][place / 64] |= 1 << UInt64(place % 64)
            }
            self.places = places
            self.anywhere = anywhere
        }

        var isEmpty: Bool { count == 0 }

        func hasItsLetters(in text: FoldedText) -> Bool { places.keys.allSatisfy { text.letters[$0] != nil } }

        /// - Returns: The position behind the first occurrence from `start` on that satisfies `begins` and `ends`.
        func find(in text: FoldedText, from start: Int, begins: (Int) -> Bool, ends: (Int) -> Bool) -> Int? {
            if isEmpty { return (start...text.count).first { begins($0) && ends($0) } }
            var masks: [Int: [UInt64]] = [:]
            for (letter, mask) in places { if let number = text.letters[letter] { masks[number] = mask } }
            var state = [UInt64](repeating: 0, count: anywhere.count)
            for place in start..<text.count {
                let mask = masks[text.numbers[place]] ?? anywhere
                var carry: UInt64 = begins(place) ? 1 : 0
                for index in state.indices {
                    let next = state[index] >> 63
                    state[index] = (state[index] << 1 | carry) & mask[index]
                    carry = next
                }
                let last = count - 1
                if state[last / 64] & 1 << UInt64(last % 64) != 0, ends(place + 1) { return place + 1 }
            }
            return nil
        }
    }
}

/// A text in the form that patterns are compared with. It is made once for all patterns: an account may have hundreds
/// of rules, and each is compared with each unread text.
struct FoldedText: Sendable {
    /// The characters of the text in lower case, each as its number in `letters`.
    fileprivate let numbers: [Int]
    /// The distinct characters.
    fileprivate let letters: [Character: Int]
    /// Whether each character is an ASCII letter, digit or underscore.
    fileprivate let isPartOfWord: [Bool]

    static let empty = FoldedText("")

    init(_ text: String) {
        var (numbers, isPartOfWord): ([Int], [Bool]) = ([], [])
        var letters: [Character: Int] = [:]
        for character in text.lowercased() {
            let number = letters[character] ?? letters.count
            if number == letters.count { letters[character] = number }
            numbers.append(number)
            isPartOfWord.append(
                character.isASCII && (character.isLetter || character.isNumber || character == "_"))
        }
        (self.numbers, self.letters, self.isPartOfWord) = (numbers, letters, isPartOfWord)
    }

    var count: Int { numbers.count }
}
