/// Wraps a text for ``TextWrapping``.
struct LineWrapper {
    private let characters: [Character]
    private let width: Int
    /// Whether broken rows keep the blanks at their ends.
    private let keepsBlanks: Bool
    private let isOrderNeeded: Bool

    private var result: [WrappedLine] = []
    private var start = 0
    private var used = 0
    /// The last position on this row at which it may be broken.
    private var breakable: Int?
    /// Whether the row has more than its indentation.
    private var hasWord = false
    /// Whether blanks have reached the end of the row, so that only another blank fits.
    private var isFull = false
    /// Whether a character is wider than a row.
    private var isOversized = false

    /// - Parameter width: the width in columns, at least 1.
    init(_ text: String, width: Int, keepsBlanks: Bool) {
        characters = Array(text)
        self.width = width
        self.keepsBlanks = keepsBlanks
        isOrderNeeded = TextOrder.isNeeded(for: text)
    }

    mutating func lines() -> [WrappedLine] {
        var wasWide = false
        for (index, character) in characters.enumerated() {
            if character.isNewline {
                end(at: index, endsLine: true)
                start = index + 1
                wasWide = false
            } else if character == " " {
                addBlank(at: index)
                wasWide = false
            } else {
                let whole = TextWidth.columns(character)
                if whole > width {
                    isOversized = true
                    // It gets rows of its own.
                    if index > start {
                        end(at: index, endsLine: false)
                        start = index
                    }
                }
                let columns = min(whole, width)
                // Text in wide characters has no blanks, and may be broken between any two of them.
                let isWide = columns > 1 && TextWidth.isWide(character)
                if hasWord, isWide || wasWide, !Self.closing.contains(character) { breakable = index }
                add(columns, at: index)
                if columns > 0 { wasWide = isWide }
            }
        }
        end(at: characters.count, endsLine: true)
        return isOrderNeeded && !isOversized ? ordered(result) : result
    }

    /// Reorders each line of the text as a whole, and then its rows.
    private func ordered(_ rows: [WrappedLine]) -> [WrappedLine] {
        var result: [WrappedLine] = []
        var first = 0
        for (place, row) in rows.enumerated() where row.endsLine {
            let start = rows[first].range.lowerBound
            let paragraph = OrderedParagraph(characters[start..<row.range.upperBound])
            result += rows[first...place].map { row in
                guard let paragraph else { return row }
                let range = drawnRange(row.range, endsLine: row.endsLine)
                let order = paragraph.row(range.lowerBound - start..<range.upperBound - start)
                return WrappedLine(range: row.range, text: row.text, endsLine: row.endsLine, order: order)
            }
            first = place + 1
        }
        return result
    }

    /// The characters that must not begin a row.
    private static let closing = Set("、。，．！？：；）」』】〉》〕］｝・ー…,.!?:;)]}")

    private mutating func addBlank(at index: Int) {
        if used < width { used += 1 } else { isFull = true }
        if hasWord || isFull { breakable = index + 1 }
    }

    private mutating func add(_ columns: Int, at index: Int) {
        if isFull && columns > 0 || used + columns > width {
            let place = breakable ?? index
            end(at: place, endsLine: false)
            start = place
            // The text that moves to the next row begins with a word and fits, since it is shorter than a row.
            used = characters[place..<index].reduce(0) { $0 + min(TextWidth.columns($1), width) }
            hasWord = place < index
            if used + columns > width {
                end(at: index, endsLine: false)
                start = index
            }
        }
        used += columns
        hasWord = true
    }

    /// Ends the row and begins an empty one.
    private mutating func end(at index: Int, endsLine: Bool) {
        let range = start..<max(start, index)
        let drawn = characters[drawnRange(range, endsLine: endsLine)]
        if isOversized, drawn.contains(where: { TextWidth.columns($0) > width }) {
            // A syllable that is wider than a row continues on the next row.
            let parts = TextWrapping.parts(of: drawn, width: width)
            for (place, part) in parts.enumerated() {
                let isLast = place == parts.count - 1
                let range = place == 0 ? range : range.upperBound..<range.upperBound
                result.append(WrappedLine(range: range, text: part, endsLine: endsLine && isLast))
            }
        } else {
            result.append(WrappedLine(range: range, text: String(drawn), endsLine: endsLine))
        }
        used = 0
        breakable = nil
        hasWord = false
        isFull = false
    }

    /// Returns the part of the range that fits. Blanks at the end may be cut off.
    private func drawnRange(_ range: Range<Int>, endsLine: Bool) -> Range<Int> {
        var used = 0
        var end = range.lowerBound
        while end < range.upperBound {
            used += min(TextWidth.columns(characters[end]), width)
            if used > width { break }
            end += 1
        }
        if !keepsBlanks, !endsLine { while end > range.lowerBound, characters[end - 1] == " " { end -= 1 } }
        return range.lowerBound..<end
    }
}
