import SearchWords

/// The terms of a search: words, and quoted phrases, all of which have to match.
///
/// NOTSPEC: the specification leaves open how terms match. A last word that nothing follows may be a prefix, since
/// clients search while the user types.
struct SearchTerms: Sendable {
    let terms: [SearchTerm]

    init(_ text: String) {
        var terms: [SearchTerm?] = []
        // Every second part was between quotation marks.
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() {
            guard place.isMultiple(of: 2) else {
                terms.append(SearchTerm(String(part), isPrefix: false))
                continue
            }
            let words = part.split(whereSeparator: \.isWhitespace)
            let isOpen = place == parts.count - 1 && part.last?.isWhitespace == false
            terms += words.enumerated().map { index, word in
                SearchTerm(String(word), isPrefix: isOpen && index == words.count - 1)
            }
        }
        self.terms = terms.compactMap(\.self)
    }

    /// Returns how well a text matches, computed from the text alone. A rank that depended on other texts would
    /// reveal something about hidden ones.
    func rank(of tokens: [SearchToken]) -> Double {
        terms.reduce(0) { sum, term in
            let count = Double(term.ranges(in: tokens).count)
            return sum + count / (count + 0.5 + Double(tokens.count) / 50)
        }
    }

    /// Returns the matching words as in the text, in lower case.
    func words(in text: String, _ tokens: [SearchToken]) -> Set<String> {
        let characters = Array(text)
        return Set(
            terms.flatMap { $0.ranges(in: tokens) }.flatMap { range in
                tokens.filter { range.contains($0.range.lowerBound) }
                    .map { String(characters[$0.range]).lowercased() }
            })
    }
}
