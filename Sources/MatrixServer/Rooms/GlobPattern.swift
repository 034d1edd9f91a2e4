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
    func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased())
        return isFound(in: text, begins: { $0 == 0 }, ends: { $0 == text.count })
    }

    /// Whether it matches a part of the text with no ASCII letter, digit or underscore beside it (client-server
    /// API, "Push Rules", `content.body`).
    func matchesWords(of text: String) -> Bool {
        if parts.allSatisfy(\.isEmpty), parts.count < 2 { return false }
        let text = Array(text.lowercased())
        return isFound(
            in: text, begins: { $0 == 0 || !GlobPattern.isPartOfWord(text[$0 - 1]) },
            ends: { $0 == text.count || !GlobPattern.isPartOfWord(text[$0]) })
    }

    /// - Parameters:
    ///   - begins: Whether a match may begin before this position; 0 is allowed.
    ///   - ends: Whether a match may end before this position; the end of the text is allowed.
    private func isFound(in text: [Character], begins: (Int) -> Bool, ends: (Int) -> Bool) -> Bool {
        guard !isTooLong, let first = parts.first, let last = parts.last else { return false }
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

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
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

        /// - Returns: The position behind the first occurrence from `start` on that satisfies `begins` and `ends`.
        func find(in text: [Character], from start: Int, begins: (Int) -> Bool, ends: (Int) -> Bool) -> Int? {
            if isEmpty { return (start...text.count).first { begins($0) && ends($0) } }
            var state = [UInt64](repeating: 0, count: anywhere.count)
            for place in start..<text.count {
                let mask = places[text[place]] ?? anywhere
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
