/// Wraps one text; what ``TextWrapping`` asks.
struct LineWrapper {
    private let characters: [Character]
    private let width: Int

    private var result: [WrappedLine] = []
    private var start = 0
    private var used = 0
    /// The last place on this row where it may be broken.
    private var breakable: Int?
    /// The row has more than its indentation.
    private var hasWord = false
    /// Blanks have run into the end of the row: only another blank fits.
    private var isFull = false

    /// - Parameter width: in columns, at least 1.
    init(characters: [Character], width: Int) {
        self.characters = characters
        self.width = width
    }

    mutating func lines() -> [WrappedLine] {
        var previous = 0
        for (index, character) in characters.enumerated() {
            if character.isNewline {
                end(at: index, endsLine: true)
                start = index + 1
                previous = 0
            } else if character == " " {
                addBlank(at: index)
                previous = 1
            } else {
                let columns = min(TextWidth.columns(character), width)
                // Text in wide characters has no blanks, and is broken between any two.
                if hasWord, columns == 2 || previous == 2, !Self.closing.contains(character) { breakable = index }
                add(columns, at: index)
                previous = columns
            }
        }
        end(at: characters.count, endsLine: true)
        return result
    }

    /// What never begins a row.
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
            // What moved to the next row begins with a word, and fits: it was less than a row.
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

    /// Ends the row and begins the next, as yet empty.
    private mutating func end(at index: Int, endsLine: Bool) {
        let range = start..<max(start, index)
        result.append(WrappedLine(range: range, text: drawn(range), endsLine: endsLine))
        used = 0
        breakable = nil
        hasWord = false
        isFull = false
    }

    /// As much of the range as has room: blanks at the end may not.
    private func drawn(_ range: Range<Int>) -> String {
        var text = ""
        var used = 0
        for character in characters[range] {
            let columns = TextWidth.columns(character)
            // A wide character never fits into a row of one column.
            if columns > width {
                text.append("?")
                used += 1
                continue
            }
            used += columns
            if used > width { break }
            text.append(character)
        }
        return text
    }
}
