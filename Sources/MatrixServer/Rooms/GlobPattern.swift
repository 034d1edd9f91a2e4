/// A pattern with `*` for any characters and `?` for one, whatever their case (specification, appendices, "Glob-style matching").
///
/// Stars divide it into parts that are found one after the other, each as early as it can be. A part is found in one pass over
/// the text that follows all its beginnings at once (Shift-And), so that no pattern takes longer than the text's length times its
/// own through 64.
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

    /// Whether it stands for the whole of the text.
    func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased())
        return isFound(in: text, begins: { $0 == 0 }, ends: { $0 == text.count })
    }

    /// Whether it stands for a part of the text with no ASCII letter, digit or underscore beside it (client-server API,
    /// "Push Rules", `content.body`).
    func matchesWords(of text: String) -> Bool {
        if parts.allSatisfy(\.isEmpty), parts.count < 2 { return false }
        let text = Array(text.lowercased())
        return isFound(
            in: text, begins: { $0 == 0 || !GlobPattern.isPartOfWord(text[$0 - 1]) },
            ends: { $0 == text.count || !GlobPattern.isPartOfWord(text[$0]) })
    }

    /// - Parameters:
    ///   - begins: whether a match may begin before this place; 0 is allowed.
    ///   - ends: whether a match may end before this place; the end of the text is allowed.
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
        /// For each character the places where it may stand, a bit for each.
        private let places: [Character: [UInt64]]
        /// A place where any character may stand.
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

        /// - Returns: the place behind the first occurrence from `start` on that begins and ends where it may.
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
