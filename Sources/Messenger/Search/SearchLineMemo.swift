import Conversations
import SearchWords
import ViewModels

/// The lines of what was found that were made before: while one types or messages come, most of them stay.
final class SearchLineMemo {
    struct Line {
        /// The message in one line, from shortly before what was looked for.
        let text: DisplayText
        /// What was looked for in it, as characters.
        let matches: [Range<Int>]
    }

    private struct Entry {
        let message: Message
        let line: Line
    }

    /// What stands before a match in a long message.
    private static let before = 24

    private var terms: [SearchTerm] = []
    /// By chat and event.
    private var entries: [String: Entry] = [:]
    /// How many lines were made; for tests, which count instead of taking the time.
    private(set) var madeCount = 0

    /// Says what the lines to come are looked through for, and how many they are.
    func begin(_ terms: [SearchTerm], count: Int) {
        guard terms != self.terms || entries.count > 2 * count + 100 else { return }
        self.terms = terms
        entries = [:]
    }

    func line(of hit: SearchHit) -> Line {
        let key = hit.chatID + hit.message.eventID
        if let entry = entries[key], entry.message == hit.message { return entry.line }
        madeCount += 1
        let line = make(DisplayText(sanitizing: hit.message.line))
        entries[key] = Entry(message: hit.message, line: line)
        return line
    }

    private func make(_ text: DisplayText) -> Line {
        guard !terms.isEmpty else { return Line(text: text, matches: []) }
        let tokens = SearchTokenizer.tokens(of: text.string)
        let matches = terms.flatMap { $0.ranges(in: tokens) }
        guard let first = matches.map(\.lowerBound).min(), first > Self.before * 2 else {
            return Line(text: text, matches: matches)
        }
        let start = first - Self.before
        return Line(
            text: DisplayText(sanitizing: "…" + text.string.dropFirst(start)),
            matches: matches.map { $0.lowerBound - start + 1..<$0.upperBound - start + 1 })
    }
}
