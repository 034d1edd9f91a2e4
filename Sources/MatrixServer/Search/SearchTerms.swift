import SearchWords

/// What is typed into a search: words, and phrases between quotation marks, all of which have to be there.
///
/// NOTSPEC: the specification leaves open what matches. A last word that nothing follows may be the beginning of one, since
/// clients ask while somebody types.
struct SearchTerms: Sendable {
    let terms: [SearchTerm]

    init(_ text: String) {
        var terms: [SearchTerm?] = []
        // Every second part stood between quotation marks.
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

    /// How well a text matches, of itself alone: what others said tells nothing about what somebody may not see.
    func rank(of tokens: [SearchToken]) -> Double {
        terms.reduce(0) { sum, term in
            let count = Double(term.ranges(in: tokens).count)
            return sum + count / (count + 0.5 + Double(tokens.count) / 50)
        }
    }

    /// The words that match, as they stand in the text but for their case.
    func words(in text: String, _ tokens: [SearchToken]) -> Set<String> {
        let characters = Array(text)
        return Set(
            terms.flatMap { $0.ranges(in: tokens) }.flatMap { range in
                tokens.filter { range.contains($0.range.lowerBound) }
                    .map { String(characters[$0.range]).lowercased() }
            })
    }
}
