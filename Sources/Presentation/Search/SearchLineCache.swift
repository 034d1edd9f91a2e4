import Conversations
import Messenger
import SearchWords
import ViewModels

/// Caches the lines of search results by all that they are made from. Most results stay the same while the user types
/// or messages arrive.
final class SearchLineCache {
    struct Line {
        /// The message in one line, starting shortly before the first match.
        let text: DisplayText
        /// The ranges of the matches, in characters.
        let matches: [Range<Int>]
    }

    private var terms: [SearchTerm] = []
    /// The lines by chat and event.
    private var lines = BuiltValueCache<String, SearchLineInput, Line>()

    /// The number of built lines.
    var madeCount: Int { lines.madeCount }

    /// Sets the search terms and the number of the following lines.
    func begin(_ terms: [SearchTerm], count: Int) {
        guard terms != self.terms || lines.count > 2 * count + 100 else { return }
        self.terms = terms
        lines.removeAll()
    }

    func line(of hit: SearchHit) -> Line {
        lines.value(
            of: SearchLineInput(terms: terms, message: hit.message), at: hit.chatID + hit.message.eventID
        ) { $0.build() }
    }
}

/// A found message with all that its line is made from. All lines share the storage of the terms, so that they are
/// compared quickly.
private struct SearchLineInput: Equatable {
    let terms: [SearchTerm]
    let message: Message

    /// The number of characters before the first match in a long message.
    private static let before = 24

    func build() -> SearchLineCache.Line {
        let text = DisplayText(sanitizing: message.line)
        guard !terms.isEmpty else { return SearchLineCache.Line(text: text, matches: []) }
        let tokens = SearchTokenizer.tokens(of: text.string)
        let matches = terms.flatMap { $0.ranges(in: tokens) }
        guard let first = matches.map(\.lowerBound).min(), first > Self.before * 2 else {
            return SearchLineCache.Line(text: text, matches: matches)
        }
        let start = first - Self.before
        return SearchLineCache.Line(
            text: DisplayText(sanitizing: "…" + text.string.dropFirst(start)),
            matches: matches.map { $0.lowerBound - start + 1..<$0.upperBound - start + 1 })
    }
}
