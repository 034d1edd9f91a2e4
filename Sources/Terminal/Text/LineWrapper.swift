/// Wraps a text for ``TextWrapping``.
struct LineWrapper {
    private let characters: MeasuredText
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
        characters = MeasuredText(text)
        self.width = width
        self.keepsBlanks = keepsBlanks
        isOrderNeeded = TextOrder.isNeeded(for: text)
    }

    mutating func lines() -> [WrappedLine] {
        var wasWide = false
        for index in 0..<characters.count {
            if characters.isNewline(index) {
                end(at: index, endsLine: true)
                start = index + 1
                wasWide = false
            } else if characters.isBlank(index) {
                addBlank(at: index)
                wasWide = false
            } else {
                let whole = characters.columns(index)
                if whole > width {
                    isOversized = true
                    // A character that is wider than a row gets its own rows.
                    if index > start {
                        end(at: index, endsLine: false)
                        start = index
                    }
                }
                let columns = min(whole, width)
                // Text in wide characters has no blanks, and may be broken between any two of them.
                let isWide = columns > 1 && TextWidth.isWide(characters[index])
                if hasWord, isWide || wasWide, !Self.closing.contains(characters[index]) { breakable = index }
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
            let paragraph = OrderedParagraph(characters.slice(start..<row.range.upperBound))
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
            used = (place..<index).reduce(0) { $0 + min(characters.columns($1), width) }
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
        let drawn = drawnRange(range, endsLine: endsLine)
        if isOversized, drawn.contains(where: { characters.columns($0) > width }) {
            // A syllable that is wider than a row continues on the next row.
            let parts = TextWrapping.parts(of: characters.slice(drawn), width: width)
            for (place, part) in parts.enumerated() {
                let isLast = place == parts.count - 1
                let range = place == 0 ? range : range.upperBound..<range.upperBound
                result.append(WrappedLine(range: range, text: part, endsLine: endsLine && isLast))
            }
        } else {
            result.append(WrappedLine(range: range, text: characters.text(drawn), endsLine: endsLine))
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
            used += min(characters.columns(end), width)
            if used > width { break }
            end += 1
        }
        if !keepsBlanks, !endsLine { while end > range.lowerBound, characters.isBlank(end - 1) { end -= 1 } }
        return range.lowerBound..<end
    }
}

/// The characters of a text with their widths. Most text is ASCII, which needs no `Character` for each letter.
private enum MeasuredText {
    /// Printable ASCII and line feeds.
    case ascii([UInt8])
    case unicode([Character], columns: [Int])

    init(_ text: String) {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == Self.lineFeed }) {
            self = .ascii(Array(text.utf8))
        } else {
            let characters = Array(text)
            self = .unicode(characters, columns: characters.map { TextWidth.columns($0) })
        }
    }

    private static let lineFeed: UInt8 = 0x0A

    var count: Int {
        switch self {
        case .ascii(let bytes): bytes.count
        case .unicode(let characters, _): characters.count
        }
    }

    subscript(index: Int) -> Character {
        switch self {
        case .ascii(let bytes): Character(Unicode.Scalar(bytes[index]))
        case .unicode(let characters, _): characters[index]
        }
    }

    func columns(_ index: Int) -> Int {
        switch self {
        case .ascii(let bytes): bytes[index] == Self.lineFeed ? 0 : 1
        case .unicode(_, let columns): columns[index]
        }
    }

    func isNewline(_ index: Int) -> Bool {
        switch self {
        case .ascii(let bytes): bytes[index] == Self.lineFeed
        case .unicode(let characters, _): characters[index].isNewline
        }
    }

    func isBlank(_ index: Int) -> Bool {
        switch self {
        case .ascii(let bytes): bytes[index] == 0x20
        case .unicode(let characters, _): characters[index] == " "
        }
    }

    func text(_ range: Range<Int>) -> String {
        switch self {
        case .ascii(let bytes): String(decoding: bytes[range], as: UTF8.self)
        case .unicode(let characters, _): String(characters[range])
        }
    }

    func slice(_ range: Range<Int>) -> ArraySlice<Character> {
        switch self {
        case .ascii: ArraySlice(range.map { self[$0] })
        case .unicode(let characters, _): characters[range]
        }
    }
}
