/// A name that is typed into a search. It matches a name if each of its words is in the name or is the prefix of a
/// word there. A single letter matches only a word that consists of it.
package struct SearchedName: Sendable {
    private let words: [SearchTerm]

    package init(_ name: String) {
        words = name.split(whereSeparator: \.isWhitespace).compactMap { SearchTerm(String($0), isPrefix: true) }
    }

    /// Whether it matches a name. An empty query matches none.
    package func means(_ name: String) -> Bool {
        guard !words.isEmpty else { return false }
        let tokens = SearchTokenizer.tokens(of: name)
        return words.allSatisfy { !$0.ranges(in: tokens).isEmpty }
    }
}
