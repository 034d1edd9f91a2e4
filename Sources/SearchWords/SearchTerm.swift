/// A sequence of adjacent tokens: a word or a phrase.
package struct SearchTerm: Hashable, Sendable {
    package let tokens: [String]
    /// Whether the last token is only a prefix.
    package let isPrefix: Bool

    /// - Returns: `nil` if the text has nothing that can be searched for.
    package init?(_ text: String, isPrefix: Bool) {
        let tokens = SearchTokenizer.tokens(of: text).map(\.text)
        guard let last = tokens.last else { return nil }
        self.tokens = tokens
        // A single letter is a prefix of too many words to be useful. A character that is a token by itself is a
        // prefix of no other token.
        self.isPrefix = isPrefix && last.unicodeScalars.count > 1
    }

    /// Returns the occurrences of the term among the tokens of a text, as character ranges.
    package func ranges(in text: [SearchToken]) -> [Range<Int>] {
        guard text.count >= tokens.count else { return [] }
        return (0...text.count - tokens.count).compactMap { start in
            let found = text[start..<start + tokens.count]
            guard zip(found, tokens).enumerated().allSatisfy({ matches($0.element.0, $0.element.1, at: $0.offset) }),
                let first = found.first, let last = found.last
            else { return nil }
            return first.range.lowerBound..<last.range.upperBound
        }
    }

    private func matches(_ token: SearchToken, _ wanted: String, at place: Int) -> Bool {
        place == tokens.count - 1 && isPrefix
            ? token.text.unicodeScalars.starts(with: wanted.unicodeScalars) : token.text == wanted
    }
}
