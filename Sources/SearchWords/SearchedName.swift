/// A name that is typed into a search: it means whatever has all of its words, or what begins with them.
package struct SearchedName: Sendable {
    private let words: [SearchTerm]

    package init(_ name: String) {
        words = name.split(whereSeparator: \.isWhitespace).compactMap { SearchTerm(String($0), isPrefix: true) }
    }

    /// Whether a name is meant; none is where nothing is typed.
    package func means(_ name: String) -> Bool {
        guard !words.isEmpty else { return false }
        let tokens = SearchTokenizer.tokens(of: name)
        return words.allSatisfy { !$0.ranges(in: tokens).isEmpty }
    }
}
